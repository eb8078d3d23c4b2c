import { describe, expect, it } from "vitest";
import {
  addMessages,
  addOlder,
  addOutgoing,
  type Conversation,
  emptyConversation,
  hasGap,
  markDeleted,
  markFailed,
  newestSeq,
  retryOutgoing,
} from "#lib/messages/conversation.ts";
import type { Message } from "#lib/messages/messages.responses.ts";

const message = (seq: number, clientId = `client-${seq}`): Message => ({
  _id: `msg_${seq}`,
  threadId: "thr_1",
  seq,
  clientId,
  author: { _id: "prf_1", name: "Yusuf", role: "teacher", profileImageUrl: null },
  text: `Message ${seq}`,
  sentAt: "2027-03-01T10:00:00.000Z",
  deletedAt: null,
});
const seqs = ({ messages }: Conversation) => messages.map(({ seq }) => seq);

describe("a conversation's state", () => {
  it("contains each message once, ordered by number, in whatever order messages arrive", () => {
    let conversation = addMessages(emptyConversation, [message(2), message(1)]);
    conversation = addMessages(conversation, [message(3), message(2)]);
    expect(seqs(conversation)).toEqual([1, 2, 3]);
    expect(addMessages(conversation, [message(3)])).toBe(conversation);
  });

  it("shows a deleted message again once its author has undone the deletion", () => {
    const deleted = markDeleted(addMessages(emptyConversation, [message(1), message(2)]), [1]);
    expect(deleted.messages[0]).toMatchObject({ text: "", deletedAt: expect.any(String) });
    const stale = { ...message(1), text: "", deletedAt: "2027-03-01T10:01:00.000Z" };
    expect(addMessages(deleted, [stale])).toBe(deleted);
    expect(addMessages(deleted, [message(1)]).messages).toEqual([message(1), message(2)]);
  });

  it("shows whether something is missing before a message", () => {
    const conversation = addMessages(emptyConversation, [message(4)]);
    expect(newestSeq(conversation)).toBe(4);
    expect(hasGap(conversation, message(5))).toBe(false);
    expect(hasGap(conversation, message(4))).toBe(false);
    expect(hasGap(conversation, message(6))).toBe(true);
  });

  it("grows at the beginning and shows whether there are older messages", () => {
    const newest = { ...addMessages(emptyConversation, [message(3)]), hasMore: true };
    const whole = addOlder(newest, { messages: [message(1), message(2)], hasMore: false });
    expect(seqs(whole)).toEqual([1, 2, 3]);
    expect(whole.hasMore).toBe(false);
  });

  it("clears a pending message when it arrives by stream or in the response", () => {
    const sending = addOutgoing(emptyConversation, {
      clientId: "client-1",
      text: "Salam",
      writtenAt: "2027-03-01T10:00:00.000Z",
    });
    expect(sending.outbox).toHaveLength(1);
    const arrived = addMessages(sending, [message(1)]);
    expect(arrived.outbox).toEqual([]);
    const late = addOutgoing(arrived, {
      clientId: "client-1",
      text: "Salam",
      writtenAt: "2027-03-01T10:00:00.000Z",
    });
    expect(addMessages(late, [message(1)]).outbox).toEqual([]);
  });

  it("keeps a message that could not be sent, with the reason, until it is sent again", () => {
    const outgoing = { clientId: "client-1", text: "Salam", writtenAt: "2027-03-01T10:00:00.000Z" };
    const failed = markFailed(addOutgoing(emptyConversation, outgoing), "client-1", "Offline");
    expect(failed.outbox).toEqual([{ ...outgoing, problem: "Offline" }]);
    const [again] = retryOutgoing(failed, "client-1").outbox;
    expect(again).toEqual(outgoing);
  });
});
