/** How often an open conversation saves how far the user has read. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createConversation } from "#islands/messages/conversation/conversation.store.ts";
import type { Message } from "#lib/messages/messages.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import { FakeEventSource } from "../support/event-source.ts";
import { signInAs } from "../support/session.ts";

const saving = "PUT /messages/threads/thr_1/state";

const message = (seq: number): Message => ({
  _id: `msg_${seq}`,
  threadId: "thr_1",
  seq,
  clientId: `client-${seq}`,
  author: { _id: "prf_t", name: "Yusuf Mansour", role: "teacher", profileImageUrl: null },
  text: `Message ${seq}`,
  sentAt: "2027-03-01T10:00:00.000Z",
  deletedAt: null,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeEventSource);
  signInAs({ role: "student" });
});
afterEach(() => {
  vi.useRealTimers();
});

function openConversation() {
  const newest = { messages: [message(1)], hasMore: false };
  const store = createConversation({ threadId: "thr_1", me: "prf_1", other: null, newest });
  const close = store.start();
  onTestFinished(close);
  const read = async (seq: number, afterMs: number) => {
    FakeEventSource.latest?.tell({ type: "message", threadId: "thr_1", message: message(seq) });
    store.noteRead();
    await vi.advanceTimersByTimeAsync(afterMs);
  };
  return { read, close };
}

const savedBy = (calls: ReturnType<typeof answer>) =>
  calls.filter(({ name }) => name === saving).map(({ body }) => body.readSeq);

it("progress in a busy conversation is saved at once and then every three seconds", async () => {
  const calls = answer({ [saving]: success({}) });
  const { read } = openConversation();
  for (let seq = 2; seq <= 41; seq += 1) await read(seq, 250);
  expect(savedBy(calls)).toEqual([2, 13, 25, 37]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(savedBy(calls)).toEqual([2, 13, 25, 37, 41]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(savedBy(calls)).toHaveLength(5);
  await read(42, 1);
  expect(savedBy(calls).at(-1)).toBe(42);
});

it("progress is saved at once when the user leaves the page or closes the conversation", async () => {
  const calls = answer({ [saving]: success({}) });
  const { read, close } = openConversation();
  await read(2, 10);
  await read(3, 10);
  expect(savedBy(calls)).toEqual([2]);
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(1);
  expect(savedBy(calls)).toEqual([2, 3]);
  await read(4, 10);
  close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(savedBy(calls)).toEqual([2, 3, 4]);
  dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(savedBy(calls)).toHaveLength(3);
});

it("progress that could not be saved is saved later, however many messages arrive in the meantime", async () => {
  let isOnline = false;
  const calls = answer({ [saving]: () => (isOnline ? success({}) : failure(503, "Unavailable.")) });
  const { read } = openConversation();
  for (let seq = 2; seq <= 5; seq += 1) await read(seq, 250);
  expect(savedBy(calls)).toEqual([2]);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(savedBy(calls)).toEqual([2, 5]);
});
