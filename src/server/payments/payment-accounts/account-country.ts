/** Determines the country in which a teacher is paid, and the payment account for it. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { PaymentAccountInput } from "#lib/payments/payment-account-input.ts";
import { findServiceAgreement } from "#lib/payments/payout-countries.ts";
import { isSanctioned } from "#lib/payments/sanctioned-countries.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { transact } from "../../db/transact.ts";

const t = getTexts("payments");

type AccountRow = typeof paymentAccounts.$inferSelect;

/**
 * The teacher's account in the country, which is stored before Stripe is called. Without a country,
 * it is the existing account, or a new one in the country of the last account, or else in the
 * platform's country. An account in another country is closed and replaced, because Stripe never
 * changes the country or the agreement of an account. What was paid to the old one stays there.
 *
 * @throws AppError `conflict` if sanctions prohibit paying anyone in the country, there is an account in
 * another country and `replace` isn't set, or another country was chosen at the same moment.
 */
export function chooseAccount(
  context: Context,
  teacherId: string,
  { country, replace = false }: Partial<PaymentAccountInput>,
): Promise<AccountRow> {
  const platformCountry = context.config.stripe.country;
  return transact(context.db, async (tx) => {
    const open = await findOpen(tx, teacherId);
    if (open && (!country || country === (open.country ?? platformCountry))) return open;
    if (open && open.providerAccountId !== null && !replace) {
      throw otherCountry();
    }
    if (open) {
      await tx
        .update(paymentAccounts)
        .set({ closedAt: new Date(), chargesEnabled: false })
        .where(eq(paymentAccounts.id, open.id));
    }
    const chosenCountry = country ?? (await findLastCountry(tx, teacherId)) ?? platformCountry;
    if (isSanctioned(platformCountry, chosenCountry)) {
      throw new AppError("conflict", t("server.account.sanctioned"));
    }
    const agreement = findServiceAgreement(platformCountry, chosenCountry);
    const isReady = agreement === "none";
    await tx
      .insert(paymentAccounts)
      .values({
        teacherId,
        country: chosenCountry,
        agreement,
        detailsSubmitted: isReady,
        chargesEnabled: isReady,
      })
      .onConflictDoNothing();
    const chosen = await findOpen(tx, teacherId);
    if (!chosen) throw new Error("The payment account was not stored");
    // Another request may have stored an account first.
    if (country && country !== chosen.country) throw otherCountry();
    return chosen;
  });
}

/** @throws AppError `conflict` if the account was replaced while Stripe was creating it. */
export async function requireStillOpen({ db }: Context, { id }: AccountRow): Promise<void> {
  const isOpen = and(eq(paymentAccounts.id, id), isNull(paymentAccounts.closedAt));
  if ((await db.$count(paymentAccounts, isOpen)) === 0) throw otherCountry();
}

const otherCountry = () => new AppError("conflict", t("server.account.otherCountry"));

/** The country of the teacher's last account, which may be disconnected. */
export async function findLastCountry(db: Db, teacherId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ country: paymentAccounts.country })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, teacherId))
    .orderBy(desc(paymentAccounts.createdAt))
    .limit(1);
  return row?.country ?? undefined;
}

async function findOpen(tx: Db, teacherId: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.teacherId, teacherId), isNull(paymentAccounts.closedAt)))
    .for("update");
  return row;
}
