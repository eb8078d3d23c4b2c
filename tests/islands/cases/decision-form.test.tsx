import { fireEvent, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { CaseDecision } from "#islands/cases/staff/CaseDecision.tsx";
import { CaseHistory } from "#islands/cases/staff/CaseHistory.tsx";
import { CaseReply } from "#islands/cases/staff/CaseMessages.tsx";
import { CasePayment } from "#islands/cases/staff/CasePayment.tsx";
import { DecisionForm } from "#islands/cases/staff/DecisionForm.tsx";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import type { PaymentState } from "#lib/payments/staff-payments.responses.ts";
import { answer, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const detail: CaseDetail = {
  _id: "case_1",
  kind: "report",
  subjectKind: "profile",
  title: "Yusuf",
  status: "open",
  urgent: false,
  openedAt: "2026-11-01T08:00:00.000Z",
  changedAt: "2026-11-01T08:00:00.000Z",
  about: { userId: "usr_1", name: "Yusuf" },
  assignee: null,
  reports: 1,
  isAppealed: false,
  subjectId: "prf_1",
  version: 3,
  latestAction: "act_1",
  reportList: [],
  evidence: [],
  payment: null,
  notes: [],
  outcomes: ["no-action", "warn", "suspend"],
  affected: { students: 12, classes: 1 },
  isOwnDecision: false,
  leavesDecision: false,
  leavesAnswers: false,
  decision: null,
  appeal: null,
};

const path = "POST /staff/cases/case_1/decision";

beforeEach(() => signInAs({}));

it("those who have reported a case read that someone else decides, answers and closes it", () => {
  const reported = { ...detail, outcomes: [], leavesDecision: true, leavesAnswers: true };
  render(
    <>
      <CaseReply detail={reported} />
      <CaseDecision detail={reported} isOpen />
    </>,
  );
  expect(screen.queryByRole("button")).toBeNull();
  expect(
    screen.getByText(
      "You have reported this or have an interest in it, so someone else must decide this case.",
    ),
  ).toBeDefined();
  expect(
    screen.getByText(
      "You have reported this or have an interest in it, so someone else must answer and close this case.",
    ),
  ).toBeDefined();
});

it("a suspension asks for its date and for the refunds of a teacher's students, and sends both", async () => {
  const calls = answer({ [path]: success(detail) });
  const user = render(<DecisionForm detail={detail} />);
  expect(screen.queryByLabelText("Suspended until")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Suspend the person" }));
  await user.type(screen.getByLabelText("Reason"), "Insults");
  await user.click(screen.getByRole("button", { name: "Decide" }));
  expect(screen.getByText("Choose a date.")).toBeDefined();
  expect(screen.getByText("12 enrolled students")).toBeDefined();
  expect(screen.getByText("1 upcoming class")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Suspended until"), { target: { value: "2027-01-31" } });
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({
      outcome: "suspend",
      reason: "Insults",
      version: 3,
      seenAction: "act_1",
      until: "2027-01-31",
      refundStudents: true,
    });
});

it("refunds can be chosen only when suspending a teacher, and rejecting an appeal needs no date", async () => {
  const decision = {
    outcome: "suspend" as const,
    reason: "",
    at: detail.openedAt,
    by: null,
    until: null,
  };
  const appeal = { text: "No", at: detail.openedAt, isDecided: false };
  const user = render(<DecisionForm detail={{ ...detail, decision, appeal }} />);
  await user.click(screen.getByRole("radio", { name: "Suspend the person" }));
  expect(screen.queryByLabelText("Suspended until")).toBeNull();
  expect(screen.getByText(/doesn't suspend the person again/)).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "Warn the person" }));
  expect(screen.queryByText(/doesn't suspend the person again/)).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("a rejected appeal can move the end of a suspension that is in effect", async () => {
  const calls = answer({ [path]: success(detail) });
  const decision = {
    outcome: "suspend" as const,
    reason: "",
    at: detail.openedAt,
    by: null,
    until: "2027-01-31T00:00:00.000Z",
  };
  const appeal = { text: "No", at: detail.openedAt, isDecided: false };
  const user = render(<DecisionForm detail={{ ...detail, decision, appeal }} />);
  await user.click(screen.getByRole("radio", { name: "Suspend the person" }));
  const until = screen.getByLabelText("Suspended until");
  expect((until as HTMLInputElement).value).toBe("2027-01-31");
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.change(until, { target: { value: "2027-01-10" } });
  await user.type(screen.getByLabelText("Reason"), "It was a first.");
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({
      outcome: "suspend",
      reason: "It was a first.",
      version: 3,
      seenAction: "act_1",
      until: "2027-01-10",
    });
});

it("a decided appeal says what it did to the decision, and that the suspension is over", () => {
  const decision = {
    outcome: "suspend" as const,
    reason: "",
    at: detail.openedAt,
    by: "Zaynab",
    until: null,
  };
  const appeal = { text: "No", at: detail.openedAt, isDecided: true };
  const note = {
    _id: "cnt_1",
    kind: "decided" as const,
    author: "Zaynab",
    recipient: null,
    text: "Insults",
    outcome: "suspend" as const,
    until: null,
    refundsStudents: null,
    appeal: "upheld" as const,
    at: detail.openedAt,
  };
  const lifted = { ...note, _id: "cnt_0", kind: "reinstated" as const, appeal: null };
  const decided = { ...detail, decision, appeal, notes: [lifted, note] };
  render(
    <>
      <CaseDecision detail={decided} isOpen={false} />
      <CaseHistory detail={decided} />
    </>,
  );
  expect(screen.getByText("The decision was upheld.")).toBeDefined();
  expect(screen.getByText("This suspension is no longer in effect.")).toBeDefined();
  expect(screen.getByText(/Zaynab.? ended the suspension\./)).toBeDefined();
  expect(screen.getByText(/Zaynab.? upheld the decision after the appeal/)).toBeDefined();
});

it("closing a case without a decision asks first, because the case can't be opened again", async () => {
  const calls = answer({ "POST /staff/cases/case_1/closing": success(detail) });
  const user = render(<CaseDecision detail={detail} isOpen />);
  await user.click(screen.getByRole("button", { name: "Close without a decision" }));
  const dialog = screen.getByRole("dialog", { name: "Close this case?" });
  expect(calls).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Close without a decision" }));
  await expect.poll(() => calls).toMatchObject([{ body: { version: 3 } }]);
});

it("a case that was closed without a decision says so", () => {
  render(<CaseDecision detail={{ ...detail, status: "closed" }} isOpen={false} />);
  expect(screen.getByText("This case was closed without a decision.")).toBeDefined();
});

const payment: PaymentState = {
  _id: "pay_1",
  status: "paid",
  dispute: null,
  amountCents: 2_000,
  refundedCents: 500,
  refundableCents: 1_500,
  isRefundRejected: false,
  isEnrolled: true,
  student: { userId: "usr_2", name: "Maryam" },
};
const refundRequest: CaseDetail = {
  ...detail,
  kind: "refund",
  subjectKind: "payment",
  about: null,
  affected: null,
  latestAction: null,
  outcomes: ["no-action", "refund"],
  payment,
};

it("a refund offers the choice about the teacher's share, and sends it with the amount that was shown", async () => {
  const calls = answer({ [path]: success(detail) });
  const user = render(<DecisionForm detail={refundRequest} />);
  expect(screen.queryByRole("group", { name: "Teacher's share" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Refund the payment" }));
  expect(screen.getByText("$15.00 will be refunded, and the enrollment ends.")).toBeDefined();
  await user.click(screen.getByRole("radio", { name: /Let the teacher keep it/ }));
  await user.type(screen.getByLabelText("Reason"), "The teacher was ill.");
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/\$15\.00 will be refunded/)).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Decide" }));
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({
      outcome: "refund",
      reason: "The teacher was ill.",
      version: 3,
      seenAction: null,
      refund: { seen: 15, teacherKeepsShare: true },
    });
});

it("the status of the payment leads to the student", () => {
  render(<CasePayment payment={payment} mayOpen={false} />);
  expect(screen.getByText("Partially refunded")).toBeDefined();
  expect(screen.getByText("Left to refund").nextSibling?.textContent).toBe("$15.00");
  const student = screen.getByRole("link", { name: "Maryam" });
  expect(student.getAttribute("href")).toBe("/staff/people/usr_2");
  expect(screen.queryByRole("link", { name: "Open the payment" })).toBeNull();
});

it.each([
  ["paid", false, null],
  ["refunding", false, /^A refund is being made/],
  ["paid", true, /^The payment provider rejected the last refund/],
  ["refunding", true, /^The payment provider keeps rejecting this refund/],
] as const)(
  "the status of a payment that is %s says whether a refund was rejected: %s",
  (status, isRefundRejected, text) => {
    render(<CasePayment payment={{ ...payment, status, isRefundRejected }} mayOpen={false} />);
    const shown = screen.queryByText(/being made|reject/);
    if (text === null) expect(shown).toBeNull();
    else expect(shown?.textContent).toMatch(text);
  },
);

it("the status of the payment leads those who may open it to the payment", () => {
  render(<CasePayment payment={payment} mayOpen />);
  const link = screen.getByRole("link", { name: "Open the payment" });
  expect(link.getAttribute("href")).toBe("/staff/payments/pay_1");
});

it("a case that a refund elsewhere has settled says so", () => {
  const settled = { outcome: "refund" as const, reason: null, at: detail.openedAt, by: null };
  const note = {
    ...{ _id: "cnt_1", kind: "decided" as const, author: null, recipient: null, text: "" },
    ...{ outcome: "refund" as const, until: null, refundsStudents: null, appeal: null },
    at: detail.openedAt,
  };
  const decided = { ...refundRequest, decision: { ...settled, until: null }, notes: [note] };
  render(
    <>
      <CaseDecision detail={decided} isOpen={false} />
      <CaseHistory detail={decided} />
    </>,
  );
  expect(screen.getByText(/This case was settled because/)).toBeDefined();
  expect(screen.getByText(/which settled the case/)).toBeDefined();
});
