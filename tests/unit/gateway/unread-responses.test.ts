import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  limitUnread,
  markAsShared,
  type UnreadLimits,
} from "#server/gateway/limits/unread-responses.ts";
import { openResponses, unreadClosures, unsentBytes } from "#server/monitoring/metrics.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const metric of [openResponses, unsentBytes, unreadClosures]) metric.reset();
});

/** A response whose client reads only as much as the test specifies. */
class Response extends EventEmitter {
  writableEnded = false;
  writableLength = 0;
  destroyed = false;
  readonly socket = { bytesWritten: 5_000 };
  write(bytes: number) {
    this.writableLength += bytes;
    this.socket.bytesWritten += bytes;
  }
  end(bytes = 0) {
    this.write(bytes);
    this.writableEnded = true;
    this.emit("prefinish");
  }
  read(bytes = this.writableLength) {
    this.writableLength -= bytes;
    if (this.writableEnded && this.writableLength === 0) this.emit("close");
  }
  destroy() {
    this.destroyed = true;
  }
}

/** Limits of 100 bytes for all addresses together, and for each of them. */
function open(limits: Partial<UnreadLimits> = {}) {
  const unread = limitUnread({
    maxUnsentBytes: 100,
    maxUnsentBytesPerAddress: 100,
    readingTimeout: 30_000,
    minReadingRate: 1,
    findAddress: (req) => String(req.headers.from),
    ...limits,
  });
  return {
    check: unread.check,
    /** Returns the response to a request, after the handler may have written to it. */
    request(from: string, handle: (res: Response) => void = () => {}) {
      const res = new Response();
      handle(res);
      unread.watch({ headers: { from } } as IncomingMessage, res as unknown as ServerResponse);
      return res;
    },
  };
}

const readValue = async (metric: { get(): Promise<{ values: { value: number }[] }> }) =>
  (await metric.get()).values[0]?.value ?? 0;

test("the address with the most unsent bytes loses the connection with the most", () => {
  const { request } = open();
  const alone = request("1.1.1.1", (res) => res.end(45));
  const smaller = request("2.2.2.2", (res) => res.end(20));
  const larger = request("2.2.2.2", (res) => res.end(30));
  expect([alone.destroyed, smaller.destroyed, larger.destroyed]).toEqual([false, false, false]);
  const late = request("3.3.3.3");
  late.end(10);
  expect(larger.destroyed).toBe(true);
  expect([alone, smaller, late].some(({ destroyed }) => destroyed)).toBe(false);
});

test("an address that exceeds its share loses connections, and others don't", () => {
  const { request } = open({ maxUnsentBytesPerAddress: 50 });
  const other = request("1.1.1.1", (res) => res.end(48));
  const [first, second, third] = [20, 25, 15].map((bytes) =>
    request("2.2.2.2", (res) => res.end(bytes)),
  );
  expect(second?.destroyed).toBe(true);
  expect([other, first, third].some((res) => res?.destroyed)).toBe(false);
});

test("bytes that clients have read in the meantime don't count", () => {
  const { request } = open();
  const reading = request("1.1.1.1", (res) => res.end(90));
  reading.read(60);
  const late = request("1.1.1.1", (res) => res.end(60));
  expect([reading.destroyed, late.destroyed]).toEqual([false, false]);
});

test("a response that is still being written is counted by the next check", () => {
  const { request, check } = open();
  const streamed = request("1.1.1.1");
  streamed.write(101);
  expect(streamed.destroyed).toBe(false);
  check();
  expect(streamed.destroyed).toBe(true);
});

test("bytes that responses share in memory don't count, but the time limit applies", () => {
  const { request, check } = open();
  const res = request("1.1.1.1", (sent) => {
    sent.end(200);
    markAsShared(sent as unknown as ServerResponse);
  });
  check();
  expect(res.destroyed).toBe(false);
  vi.advanceTimersByTime(231_000);
  check();
  expect(res.destroyed).toBe(true);
});

test("the time for reading grows with the size of the response", () => {
  const limits = { maxUnsentBytes: 1_000_000, maxUnsentBytesPerAddress: 1_000_000 };
  const { request, check } = open({ ...limits, minReadingRate: 1_000 });
  const small = request("1.1.1.1", (res) => res.end(2_000));
  const large = request("1.1.1.1", (res) => res.end(100_000));
  check();
  vi.advanceTimersByTime(32_000);
  check();
  expect([small.destroyed, large.destroyed]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  check();
  expect([small.destroyed, large.destroyed]).toEqual([true, false]);
  vi.advanceTimersByTime(97_999);
  check();
  expect(large.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  check();
  expect(large.destroyed).toBe(true);
});

test("a streamed response may take as long as its client reads at the minimum rate", () => {
  const limits = { maxUnsentBytes: 1_000_000, maxUnsentBytesPerAddress: 1_000_000 };
  const { request, check } = open({ ...limits, minReadingRate: 1_000 });
  const steady = request("1.1.1.1");
  const stalled = request("1.1.1.1");
  steady.write(2_000);
  stalled.write(2_000);
  for (let second = 0; second < 600; second += 1) {
    check();
    vi.advanceTimersByTime(1_000);
    steady.read(1_000);
    steady.write(1_000);
  }
  expect([steady.destroyed, stalled.destroyed]).toEqual([false, true]);
});

test("an event stream is never closed while its client reads, however little is sent", () => {
  const { request, check } = open();
  const stream = request("1.1.1.1");
  for (let minute = 0; minute < 600; minute += 1) {
    stream.write(10);
    stream.read();
    check();
    vi.advanceTimersByTime(60_000);
  }
  expect(stream.destroyed).toBe(false);
});

test("the metrics count open responses, unsent bytes and closures", async () => {
  const { request } = open();
  request("1.1.1.1", (res) => res.end(0));
  expect(await readValue(openResponses)).toBe(0);
  const first = request("1.1.1.1", (res) => res.end(40));
  request("1.1.1.1", (res) => res.end(50));
  expect(await readValue(openResponses)).toBe(2);
  expect(await readValue(unsentBytes)).toBe(90);
  first.read();
  expect(await readValue(openResponses)).toBe(1);
  expect(await readValue(unsentBytes)).toBe(50);
  request("1.1.1.1", (res) => res.end(60));
  expect(await readValue(openResponses)).toBe(1);
  expect((await unreadClosures.get()).values).toEqual([{ labels: { limit: "bytes" }, value: 1 }]);
});
