/** Starts child processes that end with this one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export interface Child {
  name: string;
  process: ChildProcess;
  /** How the process ended: an exit code or the name of a signal. */
  ended: Promise<number | NodeJS.Signals>;
  /** Asks the process to stop, kills it after `patience` ms, and resolves with how it ended. */
  stop(patience?: number): Promise<number | NodeJS.Signals>;
}

/**
 * Starts a program of this repository. It gets an IPC channel, which closes when this process dies
 * for any reason, and its own process group, so that this process decides in which order Ctrl-C
 * stops its children.
 *
 * @param program the path of the program and its arguments.
 * @param output where its output goes: to this process's output, or to streams that this process
 * reads.
 */
export function startChild(
  name: string,
  program: string[],
  env: NodeJS.ProcessEnv,
  output: "inherit" | "pipe" = "inherit",
): Child {
  const child = spawn(process.execPath, program, {
    detached: true,
    env,
    stdio: ["ignore", output, output, "ipc"],
  });
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  return {
    name,
    process: child,
    ended,
    async stop(patience = 12_000) {
      child.kill("SIGTERM");
      const timer = new AbortController();
      const late = sleep(patience, "late" as const, { signal: timer.signal }).catch(() => "late");
      if ((await Promise.race([ended, late])) === "late") child.kill("SIGKILL");
      timer.abort();
      return ended;
    },
  };
}

/** Resolves with the child's first message. Rejects if the child ends without sending one. */
export async function firstMessage<Message>(child: Child): Promise<Message> {
  const message = once(child.process, "message").then(([content]) => content as Message);
  const failed = child.ended.then((how) => {
    throw new UnexpectedEnd(child.name, how);
  });
  return Promise.race([message, failed]);
}

export class UnexpectedEnd extends Error {
  constructor(name: string, how: number | NodeJS.Signals) {
    super(
      `The ${name} ended unexpectedly (${typeof how === "number" ? `exit code ${how}` : how}).`,
    );
    this.name = "UnexpectedEnd";
  }
}

/** Resolves when this process should stop: on a signal, or when its parent npm has ended. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
    process.on("SIGHUP", () => resolve());
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, 1_000);
    look.unref();
  });
}
