/**
 * Creating a teacher's payment account when the provider rejects requests, responses are lost or
 * teachers leave.
 */
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { openMarket } from "../../../support/open-market.ts";
import { hashPassword } from "../../../support/password.ts";
import { addTeacher, type Person } from "../../../support/people.ts";
import { password } from "../../accounts/browser.ts";

const { market } = await openMarket();
const minute = 60 * 1000;

const setUp = ({ token }: Person) => market.call("POST", "/api/connect/accounts/setup", { token });

const accountsOf = async ({ profileId }: Person) => {
  const created: string[] = [];
  for await (const { id, metadata } of market.context.stripe.accounts.list({ limit: 100 })) {
    if (metadata?.teacherId === profileId) created.push(id);
  }
  return created;
};

const rowOf = async ({ profileId }: Person) => {
  const [row] = await market.context.db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, profileId));
  if (!row) throw new Error("The teacher has no payment account");
  return row;
};

const later = (ms: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms, shouldAdvanceTime: false });

/** Reconciliation processes everything and then throws the first error. */
const reconcile = () => reconcilePayments(market.context).catch(() => undefined);

it("a rejected account is retried by its teacher, and not by every reconciliation", async () => {
  const teacher = await addTeacher(market.context);
  await market.fault({ fault: "refused-400", match: "/v1/accounts", times: 100 });
  expect((await setUp(teacher)).status).toBe(503);
  later(minute);
  for (let round = 0; round < 6; round += 1) await reconcile();
  expect((await rowOf(teacher)).attempt).toBe(3);
  await expect(reconcilePayments(market.context)).resolves.toBeUndefined();
  await market.clearFaults();
  vi.useRealTimers();
  expect((await setUp(teacher)).status).toBe(200);
  expect(await accountsOf(teacher)).toHaveLength(1);
});

it("an account whose response was lost is not created after its teacher has left", async () => {
  const teacher = await addTeacher(market.context);
  await market.fault({ fault: "status-500", match: "/v1/accounts", times: 10 });
  expect((await setUp(teacher)).status).toBe(503);
  await market.clearFaults();
  const passwordHash = await hashPassword(password);
  await market.context.db.update(users).set({ passwordHash }).where(eq(users.id, teacher.userId));
  const gone = await market.call("DELETE", "/api/users/me", {
    token: teacher.token,
    body: { currentPassword: password },
  });
  expect(gone.status).toBe(200);
  later(minute);
  await reconcilePayments(market.context);
  expect(await accountsOf(teacher)).toEqual([]);
});

it("an account that was created but not recorded is found after the idempotency key has expired", async () => {
  const teacher = await addTeacher(market.context);
  await market.fault({ fault: "drop-response", match: "/v1/accounts", times: 10 });
  expect((await setUp(teacher)).status).toBe(503);
  await market.clearFaults();
  const [created] = await accountsOf(teacher);
  later(25 * 60 * minute);
  await reconcile();
  expect((await rowOf(teacher)).providerAccountId).toBe(created);
  expect(await accountsOf(teacher)).toEqual([created]);
});

it("two pages lead to the stored account, even after a rejection in between", async () => {
  const teacher = await addTeacher(market.context);
  await market.fault({ fault: "refused-400", match: "/v1/accounts", times: 1 });
  expect((await setUp(teacher)).status).toBe(503);
  const answers = await Promise.all(Array.from({ length: 6 }, () => setUp(teacher)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { providerAccountId } = await rowOf(teacher);
  for (const { body } of answers) {
    expect(body.data.result.accountLink).toContain(`/onboarding/${providerAccountId}`);
  }
});
