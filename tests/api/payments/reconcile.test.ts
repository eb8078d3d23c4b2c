import { eq, inArray, isNull } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { paymentAccounts, payments, webhookEvents } from "#server/db/tables/payments.table.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { processStoredEvents } from "#server/payments/webhook/webhook.ts";
import { addCourse } from "../../support/courses.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

const { market, teacher, openCheckout } = await openMarket();

/** Runs reconciliation a few minutes from now. */
async function reconcileIn(minutes: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60 * 1000 });
  await reconcilePayments(market.context).finally(() => vi.useRealTimers());
}

it("reconciliation runs as a job, which queues another run for half a minute later", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  await market.pay(url);
  await market.context.jobs.send(market.context.db, "reconcile-payments", {});
  await market.context.jobs.drain();
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  const { rows } = await market.database.pool.query(
    "select data from pgboss.job where name = 'reconcile-payments' and state = 'created'",
  );
  expect(rows).toEqual([{ data: { isHalfway: true } }]);
});

it("reconciliation continues with other payments when one fails", async () => {
  const broken = await openCheckout({ maxStudents: 1 });
  const fine = await openCheckout({ maxStudents: 1 });
  await market.context.db
    .update(payments)
    .set({ sessionId: "cs_test_somewhere_else" })
    .where(eq(payments.id, broken.paymentId));
  await market.pay(fine.url);
  await expect(reconcilePayments(market.context)).rejects.toThrow("No such checkout.session");
  expect(await findSeats(market, fine.student, fine.courseId)).toMatchObject([
    { enrollment: "enrolled" },
  ]);

  await reconcileIn(31);
  expect(await findSeats(market, broken.student, broken.courseId)).toMatchObject([
    { enrollment: "expired" },
  ]);
});

it("reconciliation processes every stored event even if one of them fails", async () => {
  const fine = [await openCheckout({ maxStudents: 1 }), await openCheckout({ maxStudents: 1 })];
  for (const { url } of fine) await market.pay(url);
  const receivedAt = new Date(Date.now() - 60_000);
  // The provider's response to this ID isn't the one for unknown objects.
  const ids = [fine[0]?.sessionId, "..", fine[1]?.sessionId].map(String);
  await market.context.db.insert(webhookEvents).values(
    ids.map((objectId, index) => ({
      id: `evt_stored_${index}`,
      provider: "stripe" as const,
      type: "checkout.session.completed",
      payload: { objectId },
      receivedAt: new Date(receivedAt.getTime() + index),
    })),
  );
  await expect(processStoredEvents(market.context, new Date())).rejects.toThrow();
  for (const { student, courseId } of fine) {
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  }
  const waiting = await market.context.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(isNull(webhookEvents.processedAt));
  expect(waiting).toEqual([{ id: "evt_stored_1" }]);
  await market.context.db.delete(webhookEvents).where(eq(webhookEvents.id, "evt_stored_1"));
});

it("reconciliation finishes every interrupted account even if one cannot be created", async () => {
  const teachers = [await addTeacher(market.context), await addTeacher(market.context)];
  await market.context.db
    .insert(paymentAccounts)
    .values(teachers.map(({ profileId }) => ({ teacherId: profileId })));
  const create = vi
    .spyOn(market.context.stripe.accounts, "create")
    .mockRejectedValueOnce(new Error("The address is not accepted."));
  await expect(reconcileIn(1)).rejects.toThrow("The address is not accepted.");
  create.mockRestore();
  const made = await market.context.db
    .select({ id: paymentAccounts.providerAccountId })
    .from(paymentAccounts)
    .where(
      inArray(
        paymentAccounts.teacherId,
        teachers.map(({ profileId }) => profileId),
      ),
    );
  expect(made.filter(({ id }) => id !== null)).toHaveLength(1);
  await reconcileIn(2);
});

it("reconciliation frees the seat of an interrupted checkout days later, without its key", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 1 });
  const student = await addStudent(market.context);
  await market.fault({ fault: "drop-response", match: "/v1/checkout/sessions", times: 10 });
  expect((await market.enroll(student, courseId)).status).toBe(503);
  await market.clearFaults();
  await reconcileIn(50 * 60);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "expired", payment: "expired" },
  ]);
  const { sessions } = await market.ledger();
  expect(sessions.filter(({ metadata }) => metadata.courseId === courseId)).toHaveLength(1);
});

it("reconciliation stops a batch early when the provider is unavailable, and logs it", async () => {
  for (let number = 0; number < 5; number += 1) await openCheckout({ maxStudents: 1 });
  await market.fault({ fault: "status-500", times: 100 });
  await expect(reconcilePayments(market.context)).rejects.toThrow();
  const { faults } = await (await fetch(`${market.sandboxUrl}/faults`)).json();
  // Each call is tried twice, so five checkouts would need ten calls.
  expect(faults).toMatchObject([{ times: expect.any(Number) }]);
  expect(100 - faults[0].times).toBeLessThan(10);
});

it("reconciliation leaves consistent records after many concurrent failures", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, openCheckout));
  await Promise.all(
    people.map(async ({ url }, index) => {
      if (index % 3 === 0) await market.pay(url);
      if (index % 3 === 1) await market.call("GET", await market.cancelCheckout(url));
    }),
  );
  await Promise.all([reconcilePayments(market.context), reconcilePayments(market.context)]);
  await reconcileIn(31);
  const ends = await Promise.all(
    people.map(async ({ student, courseId }) => (await findSeats(market, student, courseId))[0]),
  );
  expect(ends.map((seat) => seat?.enrollment)).toEqual(
    people.map((_, index) => (index % 3 === 0 ? "enrolled" : "expired")),
  );
  expect(await findImbalances(market)).toEqual([]);
});

it("reconciliation deletes events that are older than a month", async () => {
  const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
  const facts = {
    provider: "stripe",
    type: "charge.succeeded",
    payload: { objectId: "" },
  } as const;
  await market.context.db
    .insert(webhookEvents)
    .values({ id: "evt_old", receivedAt: old, processedAt: old, ...facts });
  await reconcilePayments(market.context);
  const rest = await market.context.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.id, "evt_old"));
  expect(rest).toEqual([]);
});
