import type { AccountStatus } from "#lib/payments/payments.responses.ts";
import { describeAccountStatus, isNotifiedStatus } from "#lib/payments/payments.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { findRecipient, mailPerson } from "../../guardians/recipients.ts";

const t = getTexts("payments");

/** Notifies a teacher that the payment account has stopped or resumed taking payments. */
export async function mailAccountStatus(
  context: Context,
  tx: Db,
  teacherId: string,
  status: AccountStatus,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (!teacher || !isNotifiedStatus(status)) return;
  await mailPerson(context, tx, teacher, () => {
    const { title, short } = describeAccountStatus(status);
    return {
      notice: { sender: teacherId, about: "payment-account", kind: status, lasting: true },
      subject: title,
      content: {
        title,
        preheader: short,
        paragraphs: [t(`mail.account.${status}`)],
        action: { label: t("mail.openDashboard"), url: pageUrl(context.config, "/dashboard") },
        because: t("mail.account.because", { site: site.name }),
      },
    };
  });
}
