import { expect, test } from "vitest";
import type { ConversationEvent } from "#server/messages/live/message-events.ts";
import { skipObsolete } from "#server/messages/live/obsolete-events.ts";

const threadId = "thr_1";
const typing = (profileId: string): ConversationEvent => ({
  type: "typing",
  threadId,
  profileId,
  name: "Maryam Ali",
  classmateName: "Maryam",
});
const state = (profileId: string, readSeq: number): ConversationEvent => ({
  type: "state",
  threadId,
  profileId,
  readSeq,
  deliveredSeq: readSeq,
});
const message = (seq: number): ConversationEvent => ({ type: "message", threadId, seq });

test("a later notice about the same person replaces earlier ones, and the order stays the same", () => {
  const events = [
    typing("prf_1"),
    state("prf_1", 1),
    message(2),
    typing("prf_2"),
    state("prf_2", 1),
    state("prf_1", 2),
    message(3),
    typing("prf_1"),
  ];
  expect(skipObsolete(events, { isBehind: false })).toEqual([
    message(2),
    typing("prf_2"),
    state("prf_2", 1),
    state("prf_1", 2),
    message(3),
    typing("prf_1"),
  ]);
});

test("typing notices are left out when events wait, but messages and progress never are", () => {
  const deleted: ConversationEvent = { type: "deleted", threadId, seq: 1 };
  const events = [typing("prf_1"), message(2), deleted, state("prf_1", 2), typing("prf_2")];
  const left = [message(2), deleted, state("prf_1", 2)];
  expect(skipObsolete(events, { isBehind: true })).toEqual(left);
});
