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

it("the details of an entry have names and values that people can read, and others are shown as stored", async () => {
  signInAs({});
  answer({ "GET /staff/log": success({ rows: [entry], total: 1, page: 1, pages: 1 }) });
  render(<StaffLog />);
  const cell = (await screen.findByText("One class was shorter.")).closest("td");
  const shown = within(cell as HTMLElement);
  const names = shown.getAllByRole("term").map(({ textContent }) => textContent);
  expect(names).toEqual([
    "Amount",
    "The teacher keeps the share",
    "Role",
    "Verified for",
    "ofEarlierVersions",
  ]);
  const values = shown.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(values).toEqual(["$12.50", "Yes", "Owner", "identity, certificates", '{"before":1}']);
  for (const stored of ["ofEarlierVersions", '{"before":1}']) {
    const code = shown.getByText(stored);
    expect([code.localName, code.dir]).toEqual(["code", "ltr"]);
  }
});
