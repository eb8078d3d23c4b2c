import { beforeEach, expect, it } from "vitest";
import LetterPage from "#islands/letters/staff/LetterPage.tsx";
import Suppressions from "#islands/letters/staff/Suppressions.tsx";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const empty = { subject: "", preheader: "", body: "" };
const draft: LetterDetail = {
  _id: "let_1",
  kind: "newsletter",
  status: "draft",
  audience: "subscribers",
  subject: "News",
  progress: { total: 0, waiting: 0, sent: 0, skipped: 0, failed: 0 },
  createdAt: "2026-11-28T10:00:00.000Z",
  startedAt: null,
  language: null,
  activeDays: null,
  ratePerHour: 200,
  revision: 3,
  texts: {
    en: { subject: "News", preheader: "", body: "Hello" },
    ar: empty,
    ur: empty,
    fr: empty,
    es: empty,
  },
  recipients: 450,
  reasons: [],
  pausedBecause: null,
  createdBy: "Sara",
  finishedAt: null,
  maySend: true,
};

beforeEach(() => signInAs({}));

it("a draft is saved with its revision, and can be sent only once it is saved", async () => {
  const saved = { ...draft, revision: 4 };
  const calls = answer({
    "GET /staff/letters/let_1": success(draft),
    "PUT /staff/letters/let_1": success(saved),
    "POST /staff/letters/let_1/send": success({ ...saved, status: "sending" }),
  });
  const user = render(<LetterPage id="let_1" />);
  await user.click(await screen.findByRole("button", { name: "العربية" }));
  await user.type(screen.getByLabelText("Subject"), "أخبار");
  expect(screen.getByLabelText("Subject").getAttribute("dir")).toBe("rtl");
  expect(screen.getByRole("button", { name: "Send now" })).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeDefined();
  const put = calls.find(({ name }) => name.startsWith("PUT "));
  expect(put?.body).toMatchObject({
    revision: 3,
    ratePerHour: 200,
    language: null,
    texts: { ar: { subject: "أخبار" } },
  });
  await user.click(screen.getByRole("button", { name: "Send now" }));
  expect(screen.getByText(/takes about 3 hours/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Send to 450 addresses" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeDefined();
  const sent = calls.find(({ name }) => name.endsWith("/send"));
  expect(sent?.body).toEqual({ recipients: 450, revision: 4 });
});

it("support staff can't send a letter, and see who can", async () => {
  answer({ "GET /staff/letters/let_1": success({ ...draft, maySend: false }) });
  render(<LetterPage id="let_1" />);
  expect(await screen.findByText("Only owners can send letters.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
});

it("the preview follows the language and the theme, and its frame allows nothing", async () => {
  answer({ "GET /staff/letters/let_1": success(draft) });
  const user = render(<LetterPage id="let_1" />);
  await user.selectOptions(await screen.findByLabelText("Theme"), "dark");
  await user.selectOptions(screen.getByLabelText("Language"), "ur");
  const frame = screen.getByTitle("Preview of the email");
  expect(frame.getAttribute("src")).toBe(
    "/staff/letters/let_1/preview?language=ur&theme=dark&revision=3",
  );
  expect(frame.getAttribute("sandbox")).toBe("");
});

it("a paused letter shows what the mail server said, and its numbers", async () => {
  answer({
    "GET /staff/letters/let_1": success({
      ...draft,
      status: "paused",
      pausedBecause: "554 Looks like spam",
      progress: { total: 450, waiting: 400, sent: 45, skipped: 3, failed: 2 },
      reasons: [{ reason: "unsubscribed", count: 3 }],
    }),
  });
  render(<LetterPage id="let_1" />);
  expect(await screen.findByText(/554 Looks like spam/)).toBeDefined();
  expect(screen.getByText("Unsubscribed")).toBeDefined();
  expect(screen.getByRole("button", { name: "Continue" })).toBeDefined();
});

it("emails whose outcome is unknown are explained, and an owner can send them again", async () => {
  const sent: LetterDetail = {
    ...draft,
    status: "sent",
    progress: { total: 450, waiting: 0, sent: 448, skipped: 0, failed: 2 },
    reasons: [{ reason: "unconfirmed", count: 2 }],
  };
  const calls = answer({
    "GET /staff/letters/let_1": success(sent),
    "POST /staff/letters/let_1/resend": success({ ...sent, status: "sending", reasons: [] }),
  });
  const user = render(<LetterPage id="let_1" />);
  expect(await screen.findByText(/We don't know if 2 emails arrived/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Send again to 2 addresses" }));
  expect(screen.getByText(/may get the letter twice/)).toBeDefined();
  await user.click(screen.getAllByRole("button", { name: /^Send again/ }).at(-1) as HTMLElement);
  expect(await screen.findByRole("button", { name: "Pause" })).toBeDefined();
  expect(calls.map(({ name }) => name)).toContain("POST /staff/letters/let_1/resend");
});

it("a suppressed address is added, and a refusal is shown", async () => {
  const message = "This address is already on the list.";
  const calls = answer({
    "GET /staff/suppressions": success({ rows: [], total: 0, page: 1, pages: 1 }),
    "POST /staff/suppressions": failure(409, message),
  });
  const user = render(<Suppressions />);
  await user.click(await screen.findByRole("button", { name: "Add an address" }));
  await user.type(screen.getByLabelText("Email address"), "dead@example.org");
  await user.click(screen.getAllByRole("button", { name: "Add an address" }).at(-1) as HTMLElement);
  expect(await screen.findByText(message)).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({
    email: "dead@example.org",
    reason: "complaint",
    note: "",
  });
});
