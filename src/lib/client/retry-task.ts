/** A repeatable task that runs once at a time and retries until it succeeds. */

export interface RetryTask {
  /** Runs the task now. If it is already running, runs it once more afterward. */
  run(): void;
  stop(): void;
}

const firstPause = 1_000;
const maxPause = 30_000;

/**
 * @param work resolves to the delay in milliseconds before the next run, or to undefined when done.
 * A rejection causes a retry with growing delays.
 */
export function createRetryTask(work: () => Promise<number | undefined>): RetryTask {
  let running = false;
  let requested = false;
  let stopped = false;
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function attempt(): Promise<number | undefined> {
    try {
      const again = await work();
      pause = firstPause;
      return again;
    } catch {
      pause = Math.min(pause * 2, maxPause);
      return pause;
    }
  }

  async function run(): Promise<void> {
    requested = true;
    if (running) return;
    running = true;
    clearTimeout(timer);
    while (requested && !stopped) {
      requested = false;
      const again = await attempt();
      if (requested || again === undefined) continue;
      timer = setTimeout(run, again);
      break;
    }
    running = false;
  }

  return {
    run: () => void run(),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
