import { within } from "@testing-library/react";
import { expect, it } from "vitest";
import StaffLog from "#islands/staff/StaffLog.tsx";
import type { StaffLogEntry } from "#lib/staff/staff.responses.ts";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const entry: StaffLogEntry = {
  _id: "act_1",
  kind: "refund-payment",
  subjectKind: "payment",
  subjectId: "pay_1",
  subjectName: null,
  reason: "One class was shorter.",
  by: "Leila Benali",
  isCommand: false,
  details: {
    amountCents: 1250,
    teacherKeepsShare: true,
    role: "owner",
    scope: ["identity", "certificates"],
    ofEarlierVersions: { before: 1 },
    owedCents: null,
  },
  at: "2026-11-28T10:00:00.000Z",
};

const show = async (...entries: Partial<StaffLogEntry>[]) => {
  signInAs({});
  const rows = entries.map((each, index) => ({ ...entry, _id: `act_${index}`, ...each }));
  answer({ "GET /staff/log": success({ rows, total: rows.length, page: 1, pages: 1 }) });
  render(<StaffLog />);
  await screen.findByRole("table");
};

/** What the details of an entry say, one line for each fact. */
const readFacts = (reason: string) =>
  within(screen.getByText(reason).closest("td") as HTMLElement)
    .getAllByRole("term")
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

it("the details of an entry have names and values that people can read, and others are shown as stored", async () => {
  await show({});
  expect(readFacts(entry.reason)).toEqual([
    "Role: Owner",
    "Verified for: Identity and Certificates",
    "Amount: $12.50",
    "The teacher keeps the share: Yes",
    'ofEarlierVersions: {"before":1}',
  ]);
  for (const stored of ["ofEarlierVersions", '{"before":1}']) {
    const code = screen.getByText(stored);
    expect([code.localName, code.dir]).toEqual(["code", "ltr"]);
  }
});

it.each<[Partial<StaffLogEntry> & Pick<StaffLogEntry, "kind">, string[]]>([
  [
    {
      kind: "decide-case",
      details: { outcome: "suspend", before: "warn", about: "profile", until: "2027-01-28" },
    },
    [
      "Before: Warn the person",
      "Decision: Suspend the person",
      "About: Profile",
      "Until: January 28, 2027",
    ],
  ],
  [
    { kind: "withdraw-verification", details: { before: { scope: ["ijazah"], until: null } } },
    ["Before: Verified forIjazah", "Verified for: Ijazah"],
  ],
  [{ kind: "sign-in", details: { method: "recovery-code" } }, ["Method: Recovery code"]],
  [{ kind: "end-view", details: { by: "time" } }, ["Ended by: The time limit"]],
  [{ kind: "pause-letter", details: { before: "sending" } }, ["Before: Sending"]],
  [{ kind: "create-letter", details: { kind: "policy" } }, ["Kind: Policy notice"]],
  [{ kind: "test-letter", details: { language: "fr" } }, ["Language: Français"]],
  [{ kind: "open-document", details: { kind: "other" } }, ["Kind: Other"]],
  [{ kind: "suppress-address", details: { reason: "complaint" } }, ["Reason: Complaint or bounce"]],
  [
    { kind: "change-evidence-files", details: { added: "communication" } },
    ["Added file: Messages with the student"],
  ],
  [
    {
      kind: "export-courses",
      details: { rows: 1200, query: { search: "Hafs", status: "hidden" } },
    },
    ["Rows: 1,200", "Search and filters: SearchHafsStatusHidden", "Search: Hafs", "Status: Hidden"],
  ],
  [
    {
      kind: "change-setting",
      subjectKind: "setting",
      subjectId: "signUps",
      details: { before: null, after: { open: false } },
    },
    ["Before: Default", "After: People can create accountsNo", "People can create accounts: No"],
  ],
  [
    {
      kind: "change-setting",
      subjectKind: "setting",
      subjectId: "featuredCourses",
      details: { before: [], after: ["crs_1"] },
    },
    ["Before: None", "After: crs_1"],
  ],
])("the log says in words what $0.kind stored", async (stored, facts) => {
  await show(stored);
  expect(readFacts(entry.reason)).toEqual(facts);
  if (stored.kind !== "change-setting") return;
  expect(screen.queryByText(stored.subjectId ?? "")).toBeNull();
});

it("a decision that refunded a payment names both, and leads to the case and the payment", async () => {
  await show({
    kind: "decide-case",
    subjectKind: "case",
    subjectId: "case_1",
    subjectName: "Tajweed",
    details: {
      outcome: "refund",
      about: "payment",
      subjectId: "pay_1",
      before: null,
      refundId: "rfd_1",
      amountCents: 2000,
      leftCents: 2000,
      teacherKeepsShare: false,
    },
  });
  expect(screen.getByText("Decided a case and requested a refund")).toBeDefined();
  expect(readFacts(entry.reason)).toEqual([
    "Decision: Refund the payment",
    "About: Payment",
    "ID of the subject: pay_1",
    "Amount: $20.00",
    "Left to refund: $20.00",
    "Refund: rfd_1",
    "The teacher keeps the share: No",
  ]);
  const links = screen.getAllByRole("link", { name: /Tajweed|pay_1/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/staff/cases/case_1",
    "/staff/payments/pay_1",
  ]);
});

it("the log names settings and sections, and leads to their pages", async () => {
  await show(
    { subjectKind: "setting", subjectId: "platformFee" },
    { subjectKind: "section", subjectId: "suppressions" },
    { subjectKind: "section", subjectId: "payouts" },
  );
  const links = screen.getAllByRole("link", { name: /Platform fee|Suppressed|Payouts/ });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Platform fee", "/staff/settings"],
    ["Suppressed addresses", "/staff/letters/suppressions"],
    ["Payouts", "/staff/payouts"],
  ]);
});
