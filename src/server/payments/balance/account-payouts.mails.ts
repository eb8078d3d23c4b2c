import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { formatMoney } from "#lib/payments/money.ts";
import { causeOf } from "#lib/payments/payout-failures.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { findRecipient, mailPerson } from "../../guardians/recipients.ts";

const t = getTexts("payments");
const tEarnings = getTexts("earnings");

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
          t("mail.payoutFailed.first", { amount, cause: causeOf(payout.failure_code) }),
          t("mail.payoutFailed.second", { button: tEarnings("openAccount") }),
        ],
        action: { label: t("mail.openEarnings"), url: pageUrl(context.config, earningsPath) },
        because: t("mail.account.because", { site: site.name }),
      },
    };
  });
}
