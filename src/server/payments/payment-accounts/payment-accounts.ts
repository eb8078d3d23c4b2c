/** Teachers' accounts at the payment provider. */
import { and, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { PaymentAccountInput } from "#lib/payments/payment-account-input.ts";
import type { AccountStanding, PaymentAccount } from "#lib/payments/payments.responses.ts";
import { paymentAccountMessages } from "#lib/payments/payments.rules.ts";
import { accountStatusOf } from "#lib/payments/payments.ts";
import { listCountries } from "#lib/people/countries.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { callStripe, isCountryRefused, withinDeadline } from "../../providers/stripe/failures.ts";
import { accountLinkRequests, accountLookups } from "../provider-limits.ts";
import { chooseAccount, findLastCountry, requireStillOpen } from "./account-country.ts";
import { createAccount } from "./account-creation.ts";
import { refreshPaymentAccount } from "./payment-account-changes.ts";

const t = getTexts("payments");

type AccountRow = typeof paymentAccounts.$inferSelect;

/**
 * Returns the URL of the provider's page where a teacher completes the payment account. The first
 * call creates the account. Concurrent or interrupted calls don't create a second one. Where Stripe
 * can't pay, there is nothing to complete, and the URL is that of the course form.
 *
 * @throws AppError `forbidden` for everyone but teachers, `conflict` if the account is in another
 * country and may not be replaced, or Stripe refuses the country; `provider_unavailable`,
 * `rate_limited`.
 */
export async function setUpPaymentAccount(
  context: Context,
  actor: Actor,
  input: Partial<PaymentAccountInput> = {},
): Promise<string> {
  const teacher = requireTeacher(actor, t("server.onlyTeachersSetUp"));
  await context.limits.consume(accountLinkRequests, teacher.profile.id);
  const row = await chooseAccount(context, teacher.profile.id, input);
  if (row.agreement === "none") return pageUrl(context.config, "/add-course?payment-account=done");
  return withinDeadline(paymentAccountMessages.setupFailed, async () => {
    const account = row.providerAccountId ?? (await createAccountFor(context, row));
    return callStripe(paymentAccountMessages.linkFailed, async () => {
      const link = await context.stripe.accountLinks.create({
        account,
        type: "account_onboarding",
        return_url: pageUrl(context.config, "/add-course?payment-account=done"),
        refresh_url: pageUrl(context.config, "/add-course?payment-account=again"),
      });
      return link.url;
    });
  });
}

/**
 * The teacher's account. While it can't take payments, its state is fetched from the provider,
 * within a rate limit.
 *
 * @throws AppError `not_found` without an account, `forbidden`, `provider_unavailable`.
 */
export async function findPaymentAccount(context: Context, actor: Actor): Promise<PaymentAccount> {
  const teacher = requireTeacher(actor, t("server.onlyTeachersHave"));
  const row = await findRow(context, isOpenOf(teacher.profile.id));
  if (row?.agreement === "none") return toView(row, row.id);
  const accountId = row?.providerAccountId;
  if (!row || !accountId) throw new AppError("not_found", paymentAccountMessages.missing);
  if (row.chargesEnabled && row.detailsSubmitted) return toView(row, accountId);
  if (!(await context.limits.tryConsume(accountLookups, accountId))) return toView(row, accountId);
  const fresh = await withinDeadline(paymentAccountMessages.unavailable, () =>
    refreshPaymentAccount(context, accountId),
  );
  if (!fresh || fresh.closedAt) throw new AppError("not_found", paymentAccountMessages.missing);
  return toView(fresh, accountId);
}

function toView(row: AccountRow, id: string): PaymentAccount {
  return { id, details_submitted: row.detailsSubmitted, charges_enabled: row.chargesEnabled };
}

/**
 * Returns the URL of the account's dashboard at the provider: balance, payouts, bank and tax
 * details.
 *
 * @throws AppError `not_found` without an account, `forbidden`, `provider_unavailable`,
 * `rate_limited`.
 */
export async function findProviderPage(context: Context, actor: Actor): Promise<string> {
  const teacher = requireTeacher(actor, t("server.onlyTeachersHave"));
  const row = await findRow(context, isOpenOf(teacher.profile.id));
  const account = row?.detailsSubmitted ? row.providerAccountId : null;
  if (!account) throw new AppError("not_found", paymentAccountMessages.missing);
  await context.limits.consume(accountLinkRequests, teacher.profile.id);
  return withinDeadline(paymentAccountMessages.unavailable, async () => {
    const link = await context.stripe.accounts.createLoginLink(account);
    return link.url;
  });
}

/** The status of a teacher's payment account in our records, for the dashboard and the setup. */
export async function findAccountStatus(context: Context, actor: Actor): Promise<AccountStanding> {
  const teacher = requireTeacher(actor, t("server.onlyTeachersHave"));
  const [latest] = await context.db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, teacher.profile.id))
    .orderBy(sql`${paymentAccounts.closedAt} desc nulls first`)
    .limit(1);
  const isOpen = latest && !latest.closedAt;
  return {
    standing: accountStatusOf(latest),
    country: isOpen ? (latest.country ?? context.config.stripe.country) : null,
    agreement: isOpen ? latest.agreement : null,
    proposedCountry: await proposeCountry(context, teacher.profile.id),
    platformCountry: context.config.stripe.country,
  };
}

/** The country of the last account or of the profile. The teacher confirms or changes it. */
async function proposeCountry({ db, config }: Context, teacherId: string): Promise<string> {
  const last = await findLastCountry(db, teacherId);
  if (last) return last;
  const [profile] = await db
    .select({ country: profiles.country })
    .from(profiles)
    .where(eq(profiles.id, teacherId));
  const named = listCountries().find(({ name }) => name === profile?.country);
  return named?.code ?? config.stripe.country;
}

/** Matches the teacher's account that isn't closed. */
function isOpenOf(teacherId: string) {
  return and(eq(paymentAccounts.teacherId, teacherId), isNull(paymentAccounts.closedAt));
}

/** After this many rejections, only the teacher can trigger another attempt. */
const maxAutomaticAttempts = 3;

/**
 * The accounts whose creation was interrupted. Accounts of deleted teachers are skipped, and so are
 * those that the provider keeps rejecting, because retrying them every half minute would delay the
 * others.
 */
export async function findUnfinished(context: Context, before: Date): Promise<AccountRow[]> {
  const rows = await context.db
    .select({ account: paymentAccounts })
    .from(paymentAccounts)
    .innerJoin(profiles, eq(profiles.id, paymentAccounts.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isNull(paymentAccounts.providerAccountId),
        isNull(paymentAccounts.closedAt),
        ne(paymentAccounts.agreement, "none"),
        isNull(users.deletedAt),
        lt(paymentAccounts.createdAt, before),
        lt(paymentAccounts.attempt, maxAutomaticAttempts),
      ),
    )
    .orderBy(desc(paymentAccounts.createdAt))
    .limit(100);
  return rows.map(({ account }) => account);
}

async function findRow(
  context: Context,
  condition: SQL | undefined,
): Promise<AccountRow | undefined> {
  const [row] = await context.db.select().from(paymentAccounts).where(condition);
  return row;
}

/** @throws AppError `conflict` in the teacher's words if Stripe has no accounts in the country. */
async function createAccountFor(context: Context, row: AccountRow): Promise<string> {
  try {
    const account = await createAccount(context, row);
    await requireStillOpen(context, row);
    return account;
  } catch (error) {
    if (!isCountryRefused(error)) throw error;
    throw new AppError("conflict", t("server.account.countryRefused"), { cause: error });
  }
}
