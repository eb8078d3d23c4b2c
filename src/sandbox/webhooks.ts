// Delivers the providers' events to the product: at least once, in any order, with retries until a
// 2xx response, and across restarts.
import type { SandboxConfig, SandboxProvider } from "./config.ts";
import type { Faults } from "./faults.ts";
import type { SandboxState } from "./state.ts";

/** Returns headers that prove the origin of the body. Called for every attempt with its time. */
export type WebhookSign = (body: string, at: Date) => Record<string, string>;

interface Delivery {
  id: string;
  provider: SandboxProvider;
  body: string;
  attempts: number;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
  nextAt: number;
}

export interface Webhooks {
  /** Each provider registers its signature function once at startup. */
  register(provider: SandboxProvider, sign: WebhookSign): void;
  /** Queues the event for delivery after the current transaction. Each ID is queued only once. */
  enqueue(message: { id: string; provider: SandboxProvider; event: unknown }): void;
  /** Whether the event is still waiting for a 2xx response. */
  isPending(id: string): boolean;
  /** Delivers events that an earlier process left in the queue. */
  start(): void;
  /** Stops sending. Remaining events are sent after the next start. */
  close(): Promise<void>;
}

interface WebhookDeps {
  config: Pick<SandboxConfig, "webhookBase" | "sendsWebhooks">;
  state: SandboxState;
  faults: Faults;
}

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** The maximum number of concurrent requests. Further ones are delayed. */
const MAX_CONCURRENT = 50;
const BUSY_MS = 20;
const ANSWER_WITHIN_MS = 10_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

export function createWebhooks({ config, state, faults }: WebhookDeps): Webhooks {
  const queue = state.collection<Delivery>("webhooks.queue");
  const signs = new Map<SandboxProvider, WebhookSign>();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let sending = 0;

  function schedule(delivery: Delivery): void {
    if (stop.signal.aborted) return;
    clearTimeout(timers.get(delivery.id));
    const run = () => {
      timers.delete(delivery.id);
      if (sending >= MAX_CONCURRENT) return schedule({ ...delivery, nextAt: Date.now() + BUSY_MS });
      const attempt = deliver(delivery.id).finally(() => running.delete(attempt));
      running.add(attempt);
    };
    timers.set(delivery.id, setTimeout(run, Math.max(0, delivery.nextAt - Date.now())));
  }

  async function deliver(id: string): Promise<void> {
    const delivery = queue.get(id);
    if (!delivery) return;
    const arrived = await attempt(delivery);
    if (stop.signal.aborted) {
      if (arrived) queue.delete(id);
      return;
    }
    if (arrived || Date.now() - delivery.createdAt > GIVE_UP_AFTER_MS) {
      queue.delete(id);
      return;
    }
    const wait = Math.min(FIRST_RETRY_MS * 2 ** delivery.attempts, MAX_RETRY_MS);
    const next = { ...delivery, attempts: delivery.attempts + 1, nextAt: Date.now() + wait };
    schedule(queue.put(id, next));
  }

  /** Whether the product accepted the event. */
  async function attempt(delivery: Delivery): Promise<boolean> {
    const path = `/api/webhooks/${delivery.provider}`;
    const fault = faults.take("webhooks", path);
    if (fault?.fault === "status-500" || fault?.fault === "status-429") return false;
    if (fault?.fault === "silent" && !(await faults.released(stop.signal))) return false;
    if (fault?.fault === "delay") await pause(fault.ms, stop.signal);
    const arrived = await post(path, delivery);
    return arrived && fault?.fault !== "drop-response";
  }

  async function post(path: string, delivery: Delivery): Promise<boolean> {
    const sign = signs.get(delivery.provider);
    if (!sign) throw new Error(`No signature is registered for ${delivery.provider}`);
    sending += 1;
    try {
      const response = await fetch(config.webhookBase + path, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          ...sign(delivery.body, new Date()),
        },
        body: delivery.body,
        redirect: "manual",
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // The product was unreachable, too slow or stopped. The next attempt follows.
      return false;
    } finally {
      sending -= 1;
    }
  }

  return {
    register(provider, sign) {
      signs.set(provider, sign);
    },
    enqueue({ id, provider, event }) {
      if (config.sendsWebhooks === false || queue.get(id)) return;
      const now = Date.now();
      const body = JSON.stringify(event);
      schedule(queue.put(id, { id, provider, body, attempts: 0, createdAt: now, nextAt: now }));
    },
    isPending(id) {
      return queue.get(id) !== undefined;
    },
    start() {
      for (const delivery of queue.list()) schedule({ ...delivery, nextAt: Date.now() });
    },
    async close() {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  const either = AbortSignal.any([AbortSignal.timeout(ms), stop]);
  if (either.aborted) return;
  await new Promise((resolve) => either.addEventListener("abort", resolve, { once: true }));
}
