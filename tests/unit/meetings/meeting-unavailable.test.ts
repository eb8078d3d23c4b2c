import { expect, test } from "vitest";
import {
  answerLike,
  nextStep,
  wantsPage,
} from "../../../src/components/meetings/meeting-unavailable.ts";

const asks = (accept?: string) =>
  new Request("http://localhost/join/mtg_1", accept === undefined ? {} : { headers: { accept } });
const refusal = new Response("Meeting not found\n", { status: 404 });

test("a rejected join link shows browsers a page and programs plain text", () => {
  expect(wantsPage(asks("text/html,application/xhtml+xml"), refusal)).toBe(true);
  expect(wantsPage(asks("*/*"), refusal)).toBe(false);
  expect(wantsPage(asks(), refusal)).toBe(false);
  const leads = new Response(null, { status: 302, headers: { location: "/login" } });
  expect(wantsPage(asks("text/html"), leads)).toBe(false);
});

test("the page of a rejected link has its status and headers, but its own type", () => {
  const page = { headers: new Headers({ "Content-Type": "text/html" }) };
  const headers = { "Content-Type": "text/plain", "Retry-After": "30" };
  answerLike(page, new Response("Too many", { status: 429, headers }));
  expect(page).toMatchObject({ status: 429 });
  expect(Object.fromEntries(page.headers)).toEqual({
    "content-type": "text/html",
    "retry-after": "30",
  });
});

test.each([
  [404, "Back to Dashboard", "/dashboard"],
  [403, "Back to Dashboard", "/dashboard"],
  [409, "Open your meetings", "/dashboard/meetings"],
  [429, "Try again", "/start/mtg_1"],
  [503, "Try again", "/start/mtg_1"],
])("after status %i the next step is '%s'", (status, label, href) => {
  expect(nextStep(status, "/start/mtg_1")).toEqual({ label, href });
});

test("students who can't join return to their dashboard, not to the meetings of teachers", () => {
  expect(nextStep(409, "/join/mtg_1")).toEqual({ label: "Back to Dashboard", href: "/dashboard" });
});
