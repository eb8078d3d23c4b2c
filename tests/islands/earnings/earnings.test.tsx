import { beforeEach, describe, expect, it, vi } from "vitest";
import Earnings from "#islands/earnings/Earnings.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { answer, type Call, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const profile: Profile = { _id: "prf_1", role: "teacher", name: "Khalid" };
const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone);
const base = `GET /connect/earnings?timeZone=${zone}`;
const sale = {
  _id: "txn_1",
  kind: "sale",
  at: "2027-03-03T10:00:00.000Z",
  amount: 20,
  fee: 2,
  net: 18,
  status: "available",
  receipt: "K7RMQX-0042",
  course: { _id: "crs_1", title: "Letters" },
  student: { _id: "stu_1", name: "Layla Osman" },
  refund: { enrollmentId: "enr_1", refundable: 20, isEnrolled: true },
};
const earnings = (more: object = {}) =>
  success({
    source: "provider",
    isAway: false,
    period: "this-month",
    timeZone: "UTC",
    summary: { gross: 20, fees: 2, refunds: 0, other: 0, net: 18, paidOut: 0 },
    onTheWay: 18,
    entries: [sale],
    isCut: false,
    check: { matched: 1, missing: 0, unknown: 0 },
    disputes: [],
    total: 1,
    page: 1,
    pages: 1,
    ...more,
  });

const sentTo = (name: string, calls: Call[]) =>
  calls.filter((call) => call.name === name).map(({ body }) => body);

beforeEach(() => {
  history.replaceState(null, "", "/dashboard/earnings");
  signInAs(profile);
});

it("the earnings tab shows totals, the state of payouts and every transaction", async () => {
  answer({ [base]: earnings() });
  render(<Earnings />);
  expect(await screen.findByText("Layla Osman")).toBeDefined();
  expect(screen.getByText("The payment matches our records.", { exact: false })).toBeDefined();
  expect(screen.getByText("Upcoming payouts")).toBeDefined();
  const file = screen.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  expect(file).toMatch(/^\/dashboard\/earnings\.csv\?timeZone=/);
});

it("the earnings tab can show another period, which is stored in the address", async () => {
  const ever = `GET /connect/earnings?period=all&timeZone=${zone}`;
  const calls = answer({ [base]: earnings(), [ever]: earnings() });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "All time" }));
  expect(location.search).toBe("?period=all");
  await waitFor(() => expect(sentTo(ever, calls)).toHaveLength(1));
});

it("the earnings tab says what is missing while the provider is unavailable, and offers no export", async () => {
  answer({ [base]: earnings({ source: "own", isAway: true, onTheWay: null, check: null }) });
  render(<Earnings />);
  expect(await screen.findByText(/can't reach the payment provider/)).toBeDefined();
  expect(screen.queryByText("Upcoming payouts")).toBeNull();
  expect(screen.queryByRole("link", { name: "Export CSV" })).toBeNull();
});

it("the earnings tab reports records that disagree, and open disputes", async () => {
  const dispute = {
    _id: "dp_1",
    status: "open",
    amount: 20,
    reason: "The cardholder reported this payment as fraudulent",
    dueBy: "2027-03-12T10:00:00.000Z",
    openedAt: "2027-03-03T10:00:00.000Z",
    closedAt: null,
    course: sale.course,
    student: sale.student,
    isEnrolled: true,
    isQuestion: false,
    submittedAt: null,
    atRisk: 18,
  };
  answer({
    [base]: earnings({ check: { matched: 0, missing: 1, unknown: 2 }, disputes: [dispute] }),
  });
  render(<Earnings />);
  expect(
    await screen.findByText(
      /1 payment in our records but not in the provider's report and 2 payments/,
    ),
  ).toBeDefined();
  expect(screen.getByText("Response needed")).toBeDefined();
  expect(screen.getByText(/Respond by/)).toBeDefined();
  expect(screen.getByText("$18.00 at risk in disputes")).toBeDefined();
});

it("a partial refund happens once, however often it is retried, and never exceeds the remaining amount", async () => {
  const refund = "POST /enrollment/enr_1/refund";
  const calls = answer({
    [base]: earnings(),
    [refund]: failure(503, "The refund is noted."),
  });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "Refund Layla Osman for Letters" }));
  const amount = screen.getByLabelText("Amount in dollars");
  await user.type(amount, "25");
  await user.click(screen.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText("At most $20.00 can be refunded.")).toBeDefined();
  await user.clear(amount);
  await user.type(amount, "5.50");
  expect(screen.getByText(/Layla Osman stays enrolled/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Refund $5.50" }));
  expect(await screen.findByText("The refund is noted.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Refund $5.50" }));
  await waitFor(() => expect(sentTo(refund, calls)).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Refund Layla Osman for Letters" }));
  await user.type(screen.getByLabelText("Amount in dollars"), "5.50");
  await user.click(screen.getByRole("button", { name: "Refund $5.50" }));
  await waitFor(() => expect(sentTo(refund, calls)).toHaveLength(3));
  const [first, second, reopened] = sentTo(refund, calls);
  expect(first).toMatchObject({ amount: 5.5, seen: 20 });
  expect(second).toEqual(first);
  expect(reopened).toEqual(first);
});

it("a full refund warns that it ends the enrollment", async () => {
  answer({ [base]: earnings() });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "Refund Layla Osman for Letters" }));
  await user.click(screen.getByLabelText(/Full refund, \$20\.00/));
  expect(screen.getByText(/will lose their seat in this course/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Refund $20.00 and end enrollment" })).toBeDefined();
});

it("a refund is sent once while the response is pending, whatever is pressed", async () => {
  const refund = "POST /enrollment/enr_1/refund";
  const answered = Promise.withResolvers<void>();
  const calls = answer({
    [base]: earnings(),
    [refund]: async () => {
      await answered.promise;
      return success({ status: "enrolled" });
    },
  });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "Refund Layla Osman for Letters" }));
  await user.type(screen.getByLabelText("Amount in dollars"), "5.50");
  await user.click(screen.getByRole("button", { name: "Refund $5.50" }));
  const busy = await screen.findByRole("button", { name: "Refunding..." });
  await user.click(busy);
  await user.type(screen.getByLabelText("Amount in dollars"), "{Enter}");
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("dialog")).toBeDefined();
  answered.resolve();
  expect(await screen.findByText("$5.50 refunded to Layla Osman.")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sentTo(refund, calls)).toHaveLength(1);
});

it.each([
  ["1.005", "Please enter dollars and cents, such as 5.50."],
  ["1,000", "Please enter dollars and cents, such as 5.50."],
  ["0", "Please enter an amount above zero."],
  ["", "Please enter an amount."],
])("a refund of %j is rejected", async (typed, words) => {
  const calls = answer({ [base]: earnings() });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "Refund Layla Osman for Letters" }));
  if (typed) await user.type(screen.getByLabelText("Amount in dollars"), typed);
  await user.click(screen.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText(words)).toBeDefined();
  expect(calls.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
});

it("a failed refund without a message has its own message", async () => {
  answer({ [base]: earnings(), "POST /enrollment/enr_1/refund": { status: 400, text: "{}" } });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "Refund Layla Osman for Letters" }));
  await user.click(screen.getByLabelText(/Full refund/));
  await user.click(screen.getByRole("button", { name: "Refund $20.00 and end enrollment" }));
  expect(await screen.findByText("Failed to refund the student. Please try again.")).toBeDefined();
});

describe("the earnings export", () => {
  const file = `GET /dashboard/earnings.csv?timeZone=${zone}`;
  const words = "The payment provider is unavailable. Please try again later.";

  it.each([
    [
      "with the reason",
      { status: 503, text: words, headers: { "content-type": "text/plain" } },
      words,
    ],
    [
      "without a message",
      { status: 500, text: "<h1>…</h1>", headers: { "content-type": "text/html" } },
      "Failed to export your earnings. Please try again later.",
    ],
  ])("reports a rejection %s, and can be retried", async (_how, declined, text) => {
    let isBack = false;
    const ready = { text: "Date", headers: { "content-type": "text/csv" } };
    answer({ [base]: earnings(), [file]: () => (isBack ? ready : declined) });
    const create = vi.fn(() => "blob:earnings");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() }));
    const user = render(<Earnings />);
    await user.click(await screen.findByRole("link", { name: "Export CSV" }));
    expect(await screen.findByText(text)).toBeDefined();
    expect(create).not.toHaveBeenCalled();
    isBack = true;
    await user.click(screen.getByRole("link", { name: "Export CSV" }));
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
    expect(screen.queryByText(text)).toBeNull();
  });
});

it("the earnings tab says that totals cover only the newest transactions but the file contains all of them", async () => {
  answer({ [base]: earnings({ isCut: true, check: null }) });
  render(<Earnings />);
  expect(
    await screen.findByText(/Only the latest 2,000 transactions are included here/),
  ).toBeDefined();
  expect(screen.getByRole("link", { name: "Export CSV" })).toBeDefined();
});

it("the link to the payment account opens its page, or says why not", async () => {
  answer({ [base]: earnings(), "POST /connect/accounts/page": { status: 400, text: "{}" } });
  const user = render(<Earnings />);
  await user.click(await screen.findByRole("button", { name: "Open payment account" }));
  expect(await screen.findByText("Failed to check Connect account status")).toBeDefined();
});

it.each([
  ["lost", { isEnrolled: false }, /whose enrollment has ended/],
  ["lost", {}, /who stays enrolled/],
  ["won", {}, /You keep the money/],
  ["review", {}, /The bank has our response and will decide/],
  ["review", { isQuestion: true }, /you can still refund the payment/],
  ["won", { isQuestion: true }, /closed its inquiry and won't take any money/],
])("a dispute that is %s shows its consequences (%j)", async (status, more, words) => {
  const dispute = {
    _id: "dp_1",
    status,
    amount: 20,
    reason: "The bank gave no specific reason",
    dueBy: null,
    openedAt: sale.at,
    closedAt: status === "review" ? null : sale.at,
    course: sale.course,
    student: sale.student,
    isEnrolled: true,
    isQuestion: false,
    submittedAt: null,
    atRisk: 0,
    ...more,
  };
  answer({ [base]: earnings({ disputes: [dispute] }) });
  render(<Earnings />);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Submit evidence" })).toBeNull();
});
