import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { formatMoney } from "#lib/payments/money.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { findRecipient, mailPerson } from "../../guardians/recipients.ts";

const t = getTexts("payments");
const tEarnings = getTexts("earnings");

/** What the teacher can do about Stripe's codes. */
const causes = {
  account_closed: "closed",
  bank_ownership_changed: "closed",
  no_account: "closed",
  incorrect_account_holder_address: "details",
  incorrect_account_holder_name: "details",
  incorrect_account_holder_tax_id: "details",
  invalid_account_number: "details",
  invalid_account_number_length: "details",
  account_frozen: "refused",
  bank_account_restricted: "refused",
  debit_not_authorized: "refused",
  declined: "refused",
  invalid_currency: "refused",
  unsupported_card: "refused",
} as const;

const isKnown = (code: string): code is keyof typeof causes => Object.hasOwn(causes, code);

const causeOf = ({ failure_code: code }: Stripe.Payout) =>
  code !== null && isKnown(code) ? causes[code] : "unknown";

/**
 * Notifies the teacher that the bank returned a payout. Stripe pays nothing out anymore until the
 * teacher has corrected the bank details.
 */
export async function mailFailedPayout(
  context: Context,
  tx: Db,
  account: string,
  payout: Stripe.Payout,
): Promise<void> {
  const [owner] = await tx
    .select({ teacherId: paymentAccounts.teacherId })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.providerAccountId, account));
  const teacher = owner && (await findRecipient(tx, owner.teacherId));
  if (!teacher) return;
  await mailPerson(context, tx, teacher, () => {
    const amount = formatMoney(payout.amount, payout.currency);
    return {
      subject: t("mail.payoutFailed.subject", { amount }),
      content: {
        title: t("mail.payoutFailed.title"),
        preheader: t("mail.payoutFailed.preheader"),
        paragraphs: [
          t("mail.payoutFailed.first", { amount, cause: causeOf(payout) }),
          t("mail.payoutFailed.second", { button: tEarnings("openAccount") }),
        ],
        action: { label: t("mail.openEarnings"), url: pageUrl(context.config, earningsPath) },
        because: t("mail.account.because", { site: site.name }),
      },
    };
  });
}
