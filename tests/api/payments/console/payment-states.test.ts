/** How the console shows payments that a bank or staff returned. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { feeAfter, shareAfter } from "#server/payments/shares.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addEnrolled, cards } from "../../../support/payments/enrolled.ts";
import { addStaffPerson } from "../../../support/staff.ts";

const { market, teacher } = await openMarket({
  PLATFORM_FEE_PERCENT: "10",
  RATE_LIMIT_FACTOR: "1000",
});

it("payments show how a bank decided, what is left of the shares, and disputes after the payment", async () => {
  const bookkeeper = await addStaffPerson(market.context, "bookkeeper");
  const readPayment = async (paymentId: string) =>
    (await market.call("GET", `/api/staff/payments/${paymentId}`, { token: bookkeeper.token })).body
      .data;
  const decide = async (decision?: string) => {
    const { paymentId } = await addEnrolled(market, teacher, { card: cards.disputed });
    const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
    const id = dispute?.id ?? "";
    if (decision) {
      await market.context.stripe.disputes.update(id, {
        evidence: { uncategorized_text: `${decision}_evidence` },
      });
    }
    await syncDispute(market.context, id);
    return paymentId;
  };
  const ids = {
    disputed: await decide(),
    won: await decide("winning"),
    lost: await decide("losing"),
  };
  const { paymentId: partly } = await addEnrolled(market, teacher);
  await market.call("POST", `/api/staff/payments/${partly}/refund`, {
    token: bookkeeper.token,
    body: {
      amount: 5,
      seen: 20,
      teacherKeepsShare: false,
      reason: "The teacher was ill.",
      requestId: randomUUID(),
    },
  });
  const listIn = async (status: string) => {
    const { token } = bookkeeper;
    const path = `/api/staff/payments?search=${teacher.userId}&status=${status}`;
    const { body } = await market.call("GET", path, { token });
    return body.data.rows.map(({ _id }: { _id: string }) => _id);
  };
  for (const [state, id] of Object.entries({ ...ids, partly })) {
    for (const each of ["paid", "partly", "refunded", "disputed", "won", "lost"]) {
      const isListed = each === state || (each === "paid" && ["disputed", "won"].includes(state));
      expect((await listIn(each)).includes(id), `${state} in ${each}`).toBe(isListed);
    }
  }
  expect(await readPayment(ids.won)).toMatchObject({
    dispute: "won",
    shareCents: 1_800,
    feeCents: 200,
  });
  const lost = await readPayment(ids.lost);
  expect(lost).toMatchObject({ dispute: "lost", status: "refunded", shareCents: 0, feeCents: 0 });
  const file = await runWithLanguage("fr", () =>
    market.call("GET", `/api/staff/payments/export.csv?search=${ids.lost}`, bookkeeper),
  );
  expect(String(file.body)).toContain("Litige perdu");
  expect(String(file.body)).not.toContain("refunded");
  const kinds = lost.events
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind !== "event");
  expect(kinds).toEqual(["share-recovered", "dispute-lost", "dispute-opened", "paid", "checkout"]);
});

it.each([
  [{ amount: 3_000, fee: 300, returned: 0 }, 2_700, 300],
  [{ amount: 3_000, fee: 300, returned: 1_000 }, 1_800, 200],
  [{ amount: 3_000, fee: 300, returned: 3_000 }, 0, 0],
  // Half cents are rounded up, and the share has the rest.
  [{ amount: 1_000, fee: 105, returned: 100 }, 806, 94],
  [{ amount: 999, fee: 99, returned: 333 }, 600, 66],
])(
  "the parties of the sale %o keep %i cents for the teacher and %i for the platform",
  async (sale, share, fee) => {
    const cents = (value: number) => sql`${value}::integer`;
    const of = { amountCents: cents(sale.amount), feeCents: cents(sale.fee) };
    const returned = cents(sale.returned);
    const { rows } = await market.context.db.execute(
      sql`select ${shareAfter(of, returned)} as share, ${feeAfter(of, returned)} as fee`,
    );
    expect(rows.map((row) => [Number(row.share), Number(row.fee)])).toEqual([[share, fee]]);
  },
);
