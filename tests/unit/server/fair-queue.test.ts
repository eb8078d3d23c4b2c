import { describe, expect, test, vi } from "vitest";
import { createFairQueue } from "#server/fair-queue.ts";

class Full extends Error {}

function createQueue(limits: { maxWaiting?: number; maxWaitingPerSource?: number } = {}) {
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: 10,
    maxWaitingPerSource: 5,
    refuse: () => new Full(),
    ...limits,
  });
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const done: string[] = [];
  const run = (source: string, work: () => Promise<void> = async () => {}) =>
    queue
      .run(source, async () => {
        await gate;
        await work();
        done.push(source);
      })
      .catch((error) => {
        if (!(error instanceof Full)) throw error;
        return "refused";
      });
  return { run, done, open };
}

const count = (results: unknown[]) => results.filter((result) => result === "refused").length;

describe("a fair queue", () => {
  test("takes turns between sources, whichever arrived first", async () => {
    const { run, done, open } = createQueue();
    const all = ["a", "a", "a", "a", "b", "c", "b"].map((source) => run(source));
    open();
    await Promise.all(all);
    expect(done).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
  });

  test("rejects only work from a source that has too much queued", async () => {
    const { run, open } = createQueue({ maxWaitingPerSource: 3 });
    const flood = Array.from({ length: 10 }, () => run("flood"));
    const others = ["b", "c"].map((source) => run(source));
    open();
    expect(count(await Promise.all(flood))).toBe(6);
    expect(count(await Promise.all(others))).toBe(0);
  });

  test("makes room for a new source by dropping from the longest queue when it is full", async () => {
    const { run, done, open } = createQueue({ maxWaiting: 4 });
    const flood = Array.from({ length: 5 }, () => run("flood"));
    const newcomers = ["b", "c"].map((source) => run(source));
    const late = run("flood");
    open();
    expect(count(await Promise.all(flood))).toBe(2);
    expect(count(await Promise.all(newcomers))).toBe(0);
    expect(await late).toBe("refused");
    expect(done.filter((source) => source === "flood")).toHaveLength(3);
  });

  test("lets the event loop handle other events between tasks that never pause", async () => {
    const { run, done, open } = createQueue();
    const all = ["a", "a", "a"].map((source) => run(source));
    const doneMeanwhile = new Promise<number>((resolve) => {
      setImmediate(() => resolve(done.length));
    });
    open();
    expect(await doneMeanwhile).toBe(1);
    await Promise.all(all);
  });

  test("handles other events between tasks that run at once", async () => {
    const queue = createFairQueue({
      concurrency: 3,
      maxWaiting: 10,
      maxWaitingPerSource: 10,
      refuse: () => new Full(),
    });
    let started = 0;
    const seen: number[] = [];
    const observe = () => {
      seen.push(started);
      if (started < 3) setImmediate(observe);
    };
    setImmediate(observe);
    const work = async () => {
      started += 1;
    };
    await Promise.all([1, 2, 3].map(() => queue.run("a", work)));
    expect(seen).toEqual(expect.arrayContaining([1, 2]));
  });

  test("runs no more tasks of one source at once than the limit allows", async () => {
    const queue = createFairQueue({
      concurrency: 3,
      concurrencyPerSource: 1,
      maxWaiting: 10,
      maxWaitingPerSource: 5,
      refuse: () => new Full(),
    });
    const open: (() => void)[] = [];
    const started: string[] = [];
    const all = ["a", "a", "b", "a"].map((source) =>
      queue.run(source, async () => {
        started.push(source);
        await new Promise<void>((resolve) => open.push(resolve));
      }),
    );
    const finish = () => open.shift()?.();
    await vi.waitFor(() => expect(started).toEqual(["a", "b"]));
    finish();
    await vi.waitFor(() => expect(started).toEqual(["a", "b", "a"]));
    finish();
    finish();
    await vi.waitFor(() => expect(started).toEqual(["a", "b", "a", "a"]));
    finish();
    await Promise.all(all);
  });

  test("continues after work that fails", async () => {
    const { run, done, open } = createQueue();
    const failed = run("a", () => Promise.reject(new Error("broken")));
    const next = run("a");
    open();
    await expect(failed).rejects.toThrow("broken");
    await next;
    expect(done).toEqual(["a"]);
  });
});
