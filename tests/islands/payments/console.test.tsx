/** The console's pages about money. */
import { within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import PaymentRecord from "#islands/payments/staff/PaymentRecord.tsx";
import Revenue from "#islands/payments/staff/revenue/Revenue.tsx";
import type { StaffPayment } from "#lib/payments/staff-payments.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const figures = {
  sales: 2,
  gross: 5_000,
  refunds: 1_000,
  disputes: 0,
  stripeFees: 205,
  teachers: 3_600,
  owed: 0,
  platform: 195,
  payouts: 0,
  other: 0,
};
const days = Array.from({ length: 365 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  gross: index === 3 ? 5_000 : 0,
  platform: index === 3 ? 195 : 0,
}));
const revenue = (more: object = {}) =>
  success({
    from: "2026-01-01",
    to: "2026-12-31",
    by: "day",
    totals: figures,
    stripe: { transactions: 7, net: 195 },
    days,
    rows: [{ key: "2026-01-04", name: null, ...figures }],
    activity: { activeStudents: 12, retention: 0.755, refundRate: null },
    ...more,
  });

beforeEach(() => {
  signInAs({});
  history.replaceState(null, "", "/staff/revenue");
});

it("the revenue is shown in figures, as a chart with a table, and as rows", async () => {
  answer({ "GET /staff/revenue": revenue() });
  const user = render(<Revenue />);
  const chart = await screen.findByRole("img", { name: /\$50\.00 gross, of which \$1\.95/ });
  expect(chart.querySelectorAll("title").length).toBeLessThanOrEqual(62);
  expect(
    screen.getByText("Stripe reports 7 transactions with a net total of $1.95.", { exact: false }),
  ).toBeDefined();
  expect(screen.getByText("75.5%")).toBeDefined();
  const row = screen.getByRole("row", { name: /Jan(uary)? 4/ });
  expect(within(row).getByText("-$36.00")).toBeDefined();
  expect(screen.getAllByText("-$36.00")).toHaveLength(3);
  await user.click(screen.getByText("Show as a table"));
  expect(screen.getAllByRole("table").length).toBe(2);
});

it("a loss is drawn below zero, and the axis names how far it goes", async () => {
  const lossy = days.map((day, index) => (index === 9 ? { ...day, platform: -19_249 } : day));
  answer({ "GET /staff/revenue": revenue({ days: lossy }) });
  render(<Revenue />);
  const chart = await screen.findByRole("img", { name: /gross, of which/ });
  const losses = chart.querySelectorAll("rect.fill-error");
  expect(losses).toHaveLength(1);
  const [y, height] = ["y", "height"].map((name) => Number(losses[0]?.getAttribute(name)));
  expect(y).toBeGreaterThan(0);
  expect((y ?? 0) + (height ?? 0)).toBeLessThanOrEqual(160.001);
  expect(height).toBeGreaterThan(0);
  expect(chart.parentElement?.textContent).toMatch(/[-−]\$192/);
});

it("choosing another grouping changes the page's address, the API request and the link to the file", async () => {
  const byTeacher = revenue({
    by: "teacher",
    rows: [{ key: null, name: null, ...figures, sales: 0 }],
  });
  const calls = answer({
    "GET /staff/revenue": revenue(),
    "GET /staff/revenue?by=teacher": byTeacher,
  });
  const user = render(<Revenue />);
  await user.selectOptions(await screen.findByLabelText("Group by"), "teacher");
  expect(await screen.findByText("Premium and payouts")).toBeDefined();
  expect(location.search).toBe("?by=teacher");
  expect(calls.map(({ name }) => name)).toContain("GET /staff/revenue?by=teacher");
  const file = screen.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  expect(file).toBe("/staff/revenue.csv?by=teacher");
});

const payment: StaffPayment = {
  _id: "pay_1",
  status: "paid",
  dispute: null,
  amountCents: 2_000,
  feeCents: 200,
  shareCents: 1_800,
  refundedCents: 0,
  refundableCents: 2_000,
  isRefundRejected: false,
  isEnrolled: true,
  isShareOwed: false,
  receiptNumber: "K7RMQX-0042",
  course: { _id: "crs_1", title: "Letters" },
  student: { userId: "usr_1", name: "Layla" },
  teacher: { userId: "usr_2", name: "Khalid" },
  createdAt: "2026-11-20T10:00:00.000Z",
  paidAt: "2026-11-20T10:01:00.000Z",
  ids: { session: "cs_1", paymentIntent: "pi_1", charge: "ch_1", account: "acct_1" },
  movements: [],
  events: [],
  actions: [],
};

it.each([
  [{ dispute: "open" }, ["Paid", "Dispute open"]],
  [{ dispute: "won" }, ["Paid", "Dispute won"]],
  [{ dispute: "lost", status: "refunded" }, ["Dispute lost"]],
  [{ refundedCents: 500 }, ["Partially refunded"]],
] as const)("a payment with %j shows the states %j", async (facts, states) => {
  answer({ "GET /staff/payments/pay_1": success({ ...payment, ...facts }) });
  render(<PaymentRecord paymentId="pay_1" mayOpenCourses={false} />);
  for (const state of states) expect(await screen.findByText(state)).toBeDefined();
  const others = ["Paid", "Refunded", "Dispute open", "Dispute won", "Dispute lost"];
  for (const other of others.filter((each) => !states.some((state) => state === each))) {
    expect(screen.queryByText(other)).toBeNull();
  }
});

it("the shares of a refunded payment are what is left of them", async () => {
  answer({
    "GET /staff/payments/pay_1": success({
      ...payment,
      refundedCents: 500,
      feeCents: 150,
      shareCents: 1_350,
    }),
  });
  render(<PaymentRecord paymentId="pay_1" mayOpenCourses={false} />);
  const share = await screen.findByText("Teacher's remaining share");
  expect(share.parentElement?.textContent).toContain("$13.50");
  expect(screen.getByText("Remaining platform fee").parentElement?.textContent).toContain("$1.50");
});

it.each([
  ["expired_or_canceled_card", "The card has expired or was canceled.", null],
  [
    "The payment had already been refunded in full.",
    "The payment had already been refunded in full.",
    null,
  ],
  ["account_invalid", "The teacher's account at Stripe is closed or disconnected.", null],
  ["No such charge", "Stripe couldn't make the refund.", "No such charge"],
  ["Charge ch_1 is too old.", "Stripe couldn't make the refund.", "Charge ch_1 is too old."],
  ["unknown", "Stripe couldn't make the refund.", null],
])(
  "the history names why a refund failed with %j, and shows Stripe's text only as a detail",
  async (failure, cause, detail) => {
    const event = {
      _id: "refund-failed ref_1",
      kind: "refund-failed",
      at: "2026-11-20T10:02:00.000Z",
    };
    const facts = { amountCents: 500, reason: "staff", text: failure, reference: "re_1" };
    answer({
      "GET /staff/payments/pay_1": success({ ...payment, events: [{ ...event, ...facts }] }),
    });
    render(<PaymentRecord paymentId="pay_1" mayOpenCourses={false} />);
    expect(await screen.findByText(cause)).toBeDefined();
    const shown = screen.queryByText("Stripe's message:", { exact: false });
    expect(shown?.querySelector("bdi[lang=en]")?.textContent ?? null).toBe(detail);
  },
);

it("a refund that fails for a moment is repeated with the same request ID", async () => {
  let isAway = true;
  const calls = answer({
    "GET /staff/payments/pay_1": success(payment),
    "POST /staff/payments/pay_1/refund": () =>
      isAway ? failure(503, "The refund has been requested.") : success(payment),
  });
  const user = render(<PaymentRecord paymentId="pay_1" mayOpenCourses />);
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: /Partial refund/ }));
  await user.type(dialog.getByLabelText("Amount (USD)"), "5");
  await user.click(dialog.getByRole("radio", { name: /Let the teacher keep it/ }));
  await user.type(dialog.getByLabelText("Reason"), "Agreed");
  await user.click(dialog.getByRole("button", { name: "Refund $5.00" }));
  expect(await dialog.findByText("The refund has been requested.")).toBeDefined();
  isAway = false;
  await user.click(dialog.getByRole("button", { name: "Refund $5.00" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = calls.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({ amount: 5, seen: 20, teacherKeepsShare: true, reason: "Agreed" });
  expect(sent[1]).toEqual(sent[0]);
});
