/** Records the provider's decisions about a teacher's account, and notifies the teacher. */
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { AccountStatus } from "#lib/payments/payments.responses.ts";
import { accountStatusOf } from "#lib/payments/payments.ts";
import type { Context } from "../../context.ts";
import { isTeacherOf } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { transact } from "../../db/transact.ts";
import { pageTags } from "../../pages-tags.ts";
import { isDisconnected, isMissing } from "../../providers/stripe/failures.ts";
import { mailAccountStatus } from "./payment-accounts.mails.ts";

type AccountRow = typeof paymentAccounts.$inferSelect;

/**
 * Records the state of an account at the provider. An account that we can no longer access is
 * recorded as closed. If responses arrive out of order, the latest request wins. Emails the teacher
 * when the account stops or resumes taking payments. Undefined if the account doesn't belong to one
 * of our teachers.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function refreshPaymentAccount(
  context: Context,
  providerAccountId: string,
): Promise<AccountRow | undefined> {
  const isThis = eq(paymentAccounts.providerAccountId, providerAccountId);
  const [known] = await context.db.select().from(paymentAccounts).where(isThis);
  if (!known || known.closedAt) return known;
  const askedAt = new Date();
  const account = await retrieve(context, providerAccountId);
  const changed = await transact(context.db, async (tx) => {
    const [before] = await tx.select().from(paymentAccounts).where(isThis).for("update");
    const [after] = await tx
      .update(paymentAccounts)
      .set({ ...toFacts(account, askedAt), updatedAt: askedAt })
      .where(
        and(
          isThis,
          isNull(paymentAccounts.closedAt),
          or(isNull(paymentAccounts.updatedAt), lt(paymentAccounts.updatedAt, askedAt)),
        ),
      )
      .returning();
    if (before && after) await notifyOfChange(context, tx, before, after);
    return before && after && before.chargesEnabled !== after.chargesEnabled;
  });
  if (changed) await purgeCoursesOf(context, known.teacherId);
  const [now] = await context.db.select().from(paymentAccounts).where(isThis);
  return now;
}

/** Undefined if we can no longer access the account. */
async function retrieve(context: Context, id: string): Promise<Stripe.Account | undefined> {
  try {
    return await context.stripe.accounts.retrieve(id);
  } catch (error) {
    if (!isMissing(error) && !isDisconnected(error)) throw error;
    context.log.error(
      { err: error, providerAccountId: id },
      "A teacher's payment account was disconnected",
    );
    return undefined;
  }
}

function toFacts(account: Stripe.Account | undefined, now: Date) {
  return account
    ? { detailsSubmitted: account.details_submitted, chargesEnabled: canReceive(account) }
    : { chargesEnabled: false, closedAt: now };
}

/**
 * Whether courses can be sold for the account. A recipient makes no charges itself: the platform
 * charges, and transfers the share.
 */
function canReceive(account: Stripe.Account): boolean {
  const isRecipient = account.tos_acceptance?.service_agreement === "recipient";
  return isRecipient ? account.capabilities?.transfers === "active" : account.charges_enabled;
}

/**
 * The statuses that teachers are notified of, each with the preceding statuses. The first setup
 * causes no notification.
 */
const notifiedAfter: Partial<Record<AccountStatus, AccountStatus[]>> = {
  active: ["restricted"],
  restricted: ["active"],
  disconnected: ["active", "restricted", "unfinished"],
};

async function notifyOfChange(
  context: Context,
  tx: Db,
  before: AccountRow,
  after: AccountRow,
): Promise<void> {
  const status = accountStatusOf(after);
  if (!notifiedAfter[status]?.includes(accountStatusOf(before))) return;
  context.log.warn(
    { providerAccountId: after.providerAccountId, teacherId: after.teacherId, status },
    "A teacher's payment account has changed",
  );
  await mailAccountStatus(context, tx, after.teacherId, status);
}

/** Purged because course pages show whether the course can be bought. */
async function purgeCoursesOf(context: Context, teacherId: string): Promise<void> {
  const own = await context.db
    .select({ id: courses.id })
    .from(courses)
    .where(isTeacherOf(teacherId));
  await context.purgePages(own.map(({ id }) => pageTags.course(id)));
}
