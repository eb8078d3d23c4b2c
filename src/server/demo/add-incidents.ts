/**
 * Adds what staff have to handle besides cases: a dispute, a returned payout, a suspension, a
 * hidden course.
 */
import { and, eq, isNull } from "drizzle-orm";
import { users } from "../db/tables/accounts.table.ts";
import { accountPayouts } from "../db/tables/balance.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import { hideCourseDirectly, suspendPerson } from "../moderation/decide-directly.ts";
import { pollFailedPayouts } from "../payments/balance/account-payouts.ts";
import { syncDispute } from "../payments/disputes/disputes.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import type { AddedCourse } from "./add-courses.ts";
import { hiddenCourse, returnedPayout, suspendedAccount } from "./data/incidents.data.ts";
import { before, type DemoPeople, type DemoRun, day, need } from "./demo-run.ts";
import { demoEmail } from "./demo-shapes.ts";
import { insertAccount } from "./rows.ts";
import { failPayout } from "./sandbox-visits.ts";

export async function addIncidents(
  run: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
  moderator: StaffMember,
): Promise<void> {
  await suspend(run, moderator);
  await hide(run, added, moderator);
  if (!run.context.config.stripe.sandbox) return;
  await readDisputes(run);
  await returnPayout(run, people);
}

async function suspend(run: DemoRun, moderator: StaffMember): Promise<void> {
  const { db } = run.context;
  const { key, name, reason, days } = suspendedAccount;
  const email = demoEmail(key);
  const isThis = eq(users.email, email);
  const [known] = await db.select().from(users).where(isThis);
  // Nobody can log in without a password.
  const userId = known?.id ?? (await insertAccount(db, { email, name, passwordHash: "" }));
  if (known?.suspendedAt) return;
  await db
    .update(users)
    .set({ createdAt: before(run, 3 * day) })
    .where(isThis);
  const until = new Date(before(run, -days * day)).toISOString().slice(0, 10);
  await suspendPerson(run.context, moderator, userId, { until, reason, seenSince: null });
}

async function hide(run: DemoRun, added: AddedCourse[], moderator: StaffMember): Promise<void> {
  const { course: key, reason } = hiddenCourse;
  const course = added.find(({ demo }) => demo.key === key);
  if (!course) throw new Error(`The demo has no course '${key}'.`);
  const isShown = and(eq(courses.id, course.id), isNull(courses.hiddenAt));
  if ((await run.context.db.$count(courses, isShown)) === 0) return;
  await hideCourseDirectly(run.context, moderator, course.id, { reason });
}

/** The sandbox opened the disputes when the seats were paid for with its card for disputes. */
async function readDisputes({ context }: DemoRun): Promise<void> {
  for await (const { id } of context.stripe.disputes.list({ limit: 100 })) {
    await syncDispute(context, id);
  }
}

async function returnPayout({ context }: DemoRun, people: DemoPeople): Promise<void> {
  const { teacher, amountCents: amount } = returnedPayout;
  const { profile } = need(people, teacher);
  const [found] = await context.db
    .select({ account: paymentAccounts.providerAccountId })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, profile.id));
  const account = found?.account;
  if (!account) throw new Error(`The demo's ${teacher} has no payment account.`);
  const isReturned = eq(accountPayouts.providerAccountId, account);
  if ((await context.db.$count(accountPayouts, isReturned)) > 0) return;
  await context.stripe.payouts.create({ amount, currency: "usd" }, { stripeAccount: account });
  await failPayout(context.config.stripe.apiBase, account);
  await pollFailedPayouts(context, account);
}
