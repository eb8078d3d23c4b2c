/** The page behind a guardian's link: read-only, page by page, until the link is turned off. */
import { beforeEach, expect, it } from "vitest";
import GuardianConversations from "#islands/messages/GuardianConversations.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";

const view = {
  child: { _id: "prf_child", name: "Zaynab" },
  conversations: [
    {
      threadId: "thr_1",
      kind: "course",
      name: "Tajweed from the first letter",
      lastMessageAt: "2027-03-01T10:00:00.000Z",
    },
  ],
};

const message = (seq: number, author: string, name: string) => ({
  _id: `msg_${seq}`,
  threadId: "thr_1",
  seq,
  clientId: `client-${seq}`,
  author: { _id: author, name, role: "student", profileImageUrl: null },
  text: `Line ${seq}`,
  sentAt: "2027-03-01T10:00:00.000Z",
});

beforeEach(() => {
  location.hash = "#gln_1.secret";
});

it("the guardian's page shows the conversations page by page, with no text field", async () => {
  const pages = [
    { messages: [message(1, "prf_other", "Bilal")], hasMore: false },
    { messages: [message(2, "prf_child", "Zaynab")], hasMore: true },
  ];
  const calls = answer({
    "POST /guardian/conversations": success(view),
    "POST /guardian/messages": () => success(pages.pop()),
  });
  const user = render(<GuardianConversations />);
  await user.click(await screen.findByRole("button", { name: /Tajweed from the first letter/ }));
  expect(await screen.findByText("Line 2")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show earlier messages" }));
  expect(await screen.findByText("Line 1")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(calls.map(({ body }) => [body.token, body.before])).toEqual([
    ["gln_1.secret", undefined],
    ["gln_1.secret", undefined],
    ["gln_1.secret", 2],
  ]);
  expect(calls.every(({ authorization }) => authorization === null)).toBe(true);
});

it("the guardian's page says when the link has expired, and can turn it off", async () => {
  let hasEnded = false;
  const ended =
    "This link no longer works. You'll get a new one in our next email about your child's messages.";
  const calls = answer({
    "POST /guardian/conversations": () => (hasEnded ? failure(404, ended) : success(view)),
    "POST /guardian/end": () => {
      hasEnded = true;
      return success(null);
    },
  });
  const user = render(<GuardianConversations />);
  await user.click(await screen.findByRole("button", { name: "Turn off link" }));
  expect(await screen.findByText(/It no longer opens the conversations/)).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({ token: "gln_1.secret" });
  render(<GuardianConversations />);
  expect(await screen.findByText(ended)).toBeDefined();
});
