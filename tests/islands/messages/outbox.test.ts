/** Messages that wait while another person logs in with the same browser. */
import { atom } from "nanostores";
import { expect, test, vi } from "vitest";
import { createOutbox } from "#islands/messages/conversation/outbox.ts";
import { acceptToken } from "#lib/client/session/session.store.ts";
import { type Conversation, emptyConversation } from "#lib/messages/conversation.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken, signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");

const post = "POST /messages/threads/thr_1/messages";
const someoneElse = makeToken({ id: "usr_2", name: "Someone else" });

function open() {
  const $state = atom<Conversation>(emptyConversation);
  const outbox = createOutbox({
    threadId: "thr_1",
    me: "prf_1",
    $state,
    set: (change) => $state.set({ ...$state.get(), ...change }),
    receive: vi.fn(),
  });
  outbox.restore();
  const expectFailed = (texts: string[]) =>
    expect
      .poll(() => $state.get().outbox.flatMap(({ text, problem }) => (problem ? text : [])))
      .toEqual(texts);
  return { outbox, expectFailed };
}

const sentBy = (calls: ReturnType<typeof answer>) =>
  calls
    .filter(({ name }) => name === post)
    .map(({ body, authorization }) => [body.text, authorization]);

test("the second of two messages isn't sent as another person whose session replaces the first one's", async () => {
  const own = makeToken();
  signInAs({ role: "student" });
  acceptToken(own);
  const calls = answer({
    [post]: failure(401, "Authentication required"),
    "POST /auth/refresh": success({ accessToken: someoneElse }),
  });
  const { outbox, expectFailed } = open();
  outbox.add("First");
  outbox.add("Second");
  await expectFailed(["First", "Second"]);
  expect(sentBy(calls)).toEqual([["First", `Bearer ${own}`]]);
});

test("a pending message isn't sent as another person who has logged in since", async () => {
  signInAs({ role: "student" });
  const { outbox, expectFailed } = open();
  acceptToken(someoneElse);
  const calls = answer({});
  outbox.add("Mine");
  await expectFailed(["Mine"]);
  expect(calls).toEqual([]);
});
