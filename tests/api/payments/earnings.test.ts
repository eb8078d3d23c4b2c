import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { exportEarnings } from "#server/earnings/earnings-export.ts";
import { writeEarnings } from "#server/earnings/earnings-file.ts";
import { toRange } from "#server/earnings/period-range.ts";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { addSeller } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  findAccountId,
  pressAtProvider,
} from "../../support/payments/enrolled.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";

const { market } = await openMarket();
const day = 24 * 60 * 60 * 1000;

const ask = async (teacher: Person, query = "period=all") =>
  (await market.call("GET", `/api/connect/earnings?${query}`, { token: teacher.token })).body.data;

const giveBack = (teacher: Person, enrollmentId: string, amount: number) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, {
    token: teacher.token,
    body: { amount, requestId: randomUUID() },
  });

it("earnings are what the provider reports: payments, fees and refunds with course and student", async () => {
  const teacher = await addSeller(market);
  const { student, courseId, enrollmentId } = await addEnrolled(market, teacher, { price: 49.99 });
  await giveBack(teacher, enrollmentId, 10);
  const earnings = await ask(teacher);
  expect(earnings).toMatchObject({
    source: "provider",
    isAway: false,
    summary: { gross: 49.99, fees: 4, refunds: 10, other: 0, net: 35.99, paidOut: 0 },
    onTheWay: 35.99,
    check: { matched: 1, missing: 0, unknown: 0 },
    total: 2,
    entries: [{ kind: "refund" }, { kind: "sale" }],
  });
  const about = { course: { _id: courseId }, student: { _id: student.profileId } };
  const find = (kind: string) =>
    earnings.entries.find((entry: { kind: string }) => entry.kind === kind);
  expect(find("refund")).toMatchObject({ amount: -10, fee: -1, net: -9, refund: null, ...about });
  expect(find("sale")).toMatchObject({
    amount: 49.99,
    fee: 5,
    net: 44.99,
    status: "pending",
    refund: { enrollmentId: enrollmentId, refundable: 39.99 },
    ...about,
  });
});

it("earnings show what is on its way to the teacher's bank and what has been paid out", async () => {
  const teacher = await addSeller(market);
  await addEnrolled(market, teacher, { card: cards.available });
  await addEnrolled(market, teacher);
  expect(await ask(teacher)).toMatchObject({ onTheWay: 36, summary: { paidOut: 0 } });
  // A payout takes a day from the midnight at which it is sent.
  const midnight = (Math.floor(Date.now() / day) + 1) * day;
  vi.useFakeTimers({ toFake: ["Date"], now: midnight + day / 2 });
  const under = await ask(await renewToken(market.context, teacher));
  expect(under).toMatchObject({ onTheWay: 36, summary: { net: 36, paidOut: 0 } });
  expect(under.entries[0]).toMatchObject({ kind: "payout", amount: -18, status: "on-the-way" });
  vi.useFakeTimers({ toFake: ["Date"], now: midnight + 5 * day });
  const paid = await ask(await renewToken(market.context, teacher));
  expect(paid).toMatchObject({ onTheWay: 0, summary: { net: 36, paidOut: 36 } });
});

it("earnings subtract lost disputes, without our fee, and list the dispute", async () => {
  const teacher = await addSeller(market);
  const { courseId } = await addEnrolled(market, teacher, { card: cards.disputed });
  const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
  const id = dispute?.id ?? "";
  await syncDispute(market.context, id);
  const open = await ask(teacher);
  expect(open.entries).toMatchObject([{ kind: "sale", refund: { refundable: 0 } }]);
  expect(open.disputes).toMatchObject([
    { _id: id, status: "open", amount: 20, dueBy: expect.any(String), course: { _id: courseId } },
  ]);
  await pressAtProvider(market, `/bank/${id}/lost`);
  await syncDispute(market.context, id);
  const lost = await ask(teacher);
  expect(lost.disputes).toMatchObject([{ status: "lost", dueBy: null }]);
  expect(lost.entries.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    "dispute",
    "sale",
  ]);
  expect(lost.summary).toMatchObject({ gross: 20, refunds: 0, other: -20, fees: 0, net: 0 });
});

it("earnings are read page by page", async () => {
  const teacher = await addSeller(market);
  for (let number = 0; number < 3; number += 1) await addEnrolled(market, teacher);
  const first = await ask(teacher, "period=all&limit=2");
  const second = await ask(teacher, "period=all&limit=2&page=2");
  expect(first).toMatchObject({ total: 3, pages: 2, summary: { gross: 60 } });
  const ids = [...first.entries, ...second.entries].map(({ _id }: { _id: string }) => _id);
  expect(new Set(ids).size).toBe(3);
});

it.each(["status-500", "silent"] as const)(
  "earnings come from our own records during the provider's fault %s, and say so",
  async (fault) => {
    const teacher = await addSeller(market);
    const { enrollmentId } = await addEnrolled(market, teacher);
    await giveBack(teacher, enrollmentId, 5);
    await market.fault({ fault, match: "/v1/balance", times: 20 });
    const earnings = await ask(teacher);
    expect(earnings).toMatchObject({
      source: "own",
      isAway: true,
      onTheWay: null,
      check: null,
      summary: { gross: 20, fees: 1.5, refunds: 5, net: 13.5 },
    });
    expect(earnings.entries.map(({ status }: { status: unknown }) => status)).toEqual([null, null]);
  },
  30_000,
);

it("earnings include transactions of an account that was disconnected", async () => {
  const teacher = await addSeller(market);
  await addEnrolled(market, teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/disconnect`);
  await market.deliver({
    id: `evt_${randomUUID()}`,
    type: "account.application.deauthorized",
    account,
    data: { object: { id: "ca_sandbox" } },
  });
  expect(await ask(teacher)).toMatchObject({
    source: "own",
    isAway: false,
    summary: { gross: 20, net: 18 },
  });
});

it("earnings report payments missing at the provider and payments missing in our records", async () => {
  const teacher = await addSeller(market);
  const { paymentId } = await addEnrolled(market, teacher);
  await market.context.db
    .update(payments)
    .set({ destinationPaymentId: `py_${randomUUID()}` })
    .where(eq(payments.id, paymentId));
  // Webhooks for very recent payments may not have arrived yet.
  expect((await ask(teacher)).check).toEqual({ matched: 0, missing: 0, unknown: 0 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60 * 1000 });
  expect((await ask(teacher)).check).toEqual({ matched: 0, missing: 1, unknown: 1 });
});

it("a payment in the last second of a month matches the provider's record in the next month", async () => {
  const teacher = await addSeller(market);
  const { paymentId } = await addEnrolled(market, teacher);
  const now = new Date();
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  await market.context.db
    .update(payments)
    .set({ paidAt: new Date(nextMonth.getTime() - 500), destinationPaymentId: "py_elsewhere" })
    .where(eq(payments.id, paymentId));
  vi.useFakeTimers({ toFake: ["Date"], now: nextMonth.getTime() + 3 * day });
  const later = await renewToken(market.context, teacher);
  expect((await ask(later, "period=last-month&timeZone=UTC")).check).toMatchObject({ missing: 0 });
});

it("earnings leave out refunds that the platform paid after the account was disconnected", async () => {
  const teacher = await addSeller(market);
  const { student, courseId } = await addEnrolled(market, teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/disconnect`);
  const left = await market.call("POST", `/api/enrollment/course/${courseId}/leave`, {
    token: student.token,
  });
  expect(left.body.data.refunded).toBe(true);
  await market.deliver({
    id: `evt_${randomUUID()}`,
    type: "account.application.deauthorized",
    account,
    data: { object: { id: "ca_sandbox" } },
  });
  expect(await ask(teacher)).toMatchObject({
    source: "own",
    summary: { gross: 20, refunds: 0, net: 18 },
  });
});

it("earnings are empty for a teacher without sales, and available to teachers only", async () => {
  expect(await ask(await addTeacher(market.context))).toMatchObject({
    source: "own",
    isAway: false,
    total: 0,
    entries: [],
    disputes: [],
  });
  const student = await addStudent(market.context);
  for (const [token, status] of [
    [student.token, 403],
    [undefined, 401],
  ] as const) {
    const answer = await market.call("GET", "/api/connect/earnings", token ? { token } : {});
    expect(answer.status).toBe(status);
  }
});

it("months and years begin at midnight in the requested time zone", () => {
  const now = new Date("2027-01-01T02:00:00Z");
  expect(toRange("this-month", "America/New_York", now).from).toEqual(
    new Date("2026-12-01T05:00:00Z"),
  );
  expect(toRange("last-month", "Asia/Karachi", now)).toEqual({
    from: new Date("2026-11-30T19:00:00Z"),
    until: new Date("2026-12-31T19:00:00Z"),
  });
  expect(toRange("last-year", "Africa/Cairo", now)).toEqual({
    from: new Date("2025-12-31T22:00:00Z"),
    until: new Date("2026-12-31T22:00:00Z"),
  });
  expect(toRange("this-year", "UTC", now).from).toEqual(new Date("2027-01-01T00:00:00Z"));
});

describe("an earnings export", () => {
  const ask = (teacher: Person, query = "period=all&timeZone=UTC") =>
    exportEarnings(market.context, teacher.actor, new URLSearchParams(query));
  const linesOf = async (answer: Response) => (await answer.text()).trimEnd().split("\r\n");

  it("is plain text in every spreadsheet, with numbers that remain numbers", () => {
    const entry: EarningsEntry = {
      _id: "txn_1",
      kind: "refund",
      at: "2027-03-03T23:30:00.000Z",
      amount: -10,
      fee: -1,
      net: -9,
      status: "available",
      receipt: "K7RMQX-0042",
      course: { _id: "crs_1", title: '=1+1, "A"' },
      student: { _id: "prf_1", name: "@sum" },
      refund: null,
    };
    const text = writeEarnings([entry], "Asia/Karachi", { isFirst: true });
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      '\uFEFF"Date (Asia/Karachi)","Type","Course","Student","Receipt","Amount","Fee","Net","Currency","Status","Reference"',
      '"2027-03-04 04:30","Refund","\'=1+1, ""A""","\'@sum","K7RMQX-0042",-10.00,-1.00,-9.00,"USD","Available","txn_1"',
    ]);
    expect(writeEarnings([], "UTC")).toBe("");
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@sum", "'@sum"],
    ["\t=1", "'=1"],
    ["\r=1", "'=1"],
    ["＝1", "'＝1"],
    ["عبد الرحمن", "عبد الرحمن"],
    ['A "B"\nC', 'A ""B"" C'],
  ])("writes the student name %j as plain text on one line", (name, written) => {
    const entry = { ...bare, student: { _id: "prf_1", name } };
    expect(writeEarnings([entry], "UTC")).toContain(`,"${written}",`);
  });

  it("contains ten thousand transactions in order, without duplicates", async () => {
    const teacher = await addSeller(market);
    const list = stubReport(10_000);
    const answer = await ask(teacher);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = await linesOf(answer);
    list.mockRestore();
    expect(lines).toHaveLength(10_001);
    expect(lines[1]).toContain('"txn_0"');
    expect(lines.at(-1)).toContain('"txn_9999"');
    expect(new Set(lines).size).toBe(10_001);
  });

  it("sorts transactions of an earlier account into their places", async () => {
    const teacher = await addSeller(market);
    const { paymentId } = await addEnrolled(market, teacher);
    await market.context.db
      .update(payments)
      .set({ destinationAccountId: "acct_earlier", paidAt: new Date(startMs - 150_500) })
      .where(eq(payments.id, paymentId));
    const list = stubReport(300);
    const lines = await linesOf(await ask(teacher));
    list.mockRestore();
    expect(lines).toHaveLength(302);
    expect(lines.findIndex((line) => line.includes(paymentId))).toBe(152);
  });

  it("is rejected while the provider is unavailable, and is aborted if the provider fails midway", async () => {
    const teacher = await addSeller(market);
    await market.fault({ fault: "status-500", match: "/v1/balance", times: 20 });
    const declined = await ask(teacher);
    await market.clearFaults();
    expect(declined.status).toBe(503);
    expect(declined.headers.get("content-disposition")).toBeNull();
    expect(await declined.text()).toBe(
      "The payment provider is unavailable. Please try again later.",
    );
    const list = stubReport(300, 2);
    const broken = await ask(teacher);
    await expect(broken.text()).rejects.toThrow("The provider has gone away.");
    list.mockRestore();
  });

  it("is available only to the teacher", async () => {
    const student = await addStudent(market.context);
    await expect(ask(student)).rejects.toMatchObject({ code: "forbidden" });
  });
});

const bare: EarningsEntry = {
  _id: "txn_1",
  kind: "sale",
  at: "2027-03-03T10:00:00.000Z",
  amount: 20,
  fee: 2,
  net: 18,
  status: null,
  receipt: null,
  course: null,
  student: null,
  refund: null,
};

const startMs = Date.parse("2026-06-01T12:00:00Z");

/** A provider with this many transactions, one second apart, that can fail on one of its pages. */
function stubReport(movements: number, goneAtPage = Number.POSITIVE_INFINITY) {
  let page = 0;
  const list = async ({ starting_after }: { starting_after?: string }) => {
    page += 1;
    if (page > goneAtPage) throw new Error("The provider has gone away.");
    const start = starting_after ? Number(starting_after.slice("txn_".length)) + 1 : 0;
    const data = Array.from({ length: Math.min(100, movements - start) }, (_, index) => ({
      id: `txn_${start + index}`,
      type: "payment",
      amount: 2000,
      fee: 200,
      net: 1800,
      created: startMs / 1000 - start - index,
      source: null,
      status: "available",
    }));
    return { data, has_more: start + data.length < movements };
  };
  return vi
    .spyOn(market.context.stripe.balanceTransactions, "list")
    .mockImplementation(list as never);
}
