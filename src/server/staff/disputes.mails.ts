/** Emails to bookkeepers and owners about disputes, which are in English like all emails to staff. */
import { defaultLanguage } from "#lib/languages.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { site } from "#lib/site/site.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { listStaffAddresses } from "./staff-addresses.ts";

export interface DisputeNotice {
  /** What was paid for. */
  item: string;
  amountCents: number;
  dueBy: Date | null;
  /** The page of the console, such as `/staff/payments/pay_1`. */
  path: string;
  paragraphs: string[];
}

/** Queues an email to each bookkeeper and owner, because a dispute without a response is lost. */
export async function mailDisputeToStaff(
  context: Context,
  tx: Db,
  { item, amountCents, dueBy, path, paragraphs }: DisputeNotice,
): Promise<void> {
  const amount = formatExactPrice(toDollars(amountCents));
  const facts = [
    { name: "Payment", value: item },
    { name: "Amount", value: amount },
  ];
  if (dueBy) {
    const value = runWithLanguage(defaultLanguage, () =>
      formatInstant(dueBy.toISOString(), "UTC", Date.now()),
    );
    facts.push({ name: "Respond by", value });
  }
  for (const to of await listStaffAddresses(tx, ["owner", "bookkeeper"])) {
    await sendMail(context, tx, {
      to,
      language: defaultLanguage,
      subject: "A payment was disputed",
      content: {
        recipientName: null,
        title: "A payment was disputed",
        preheader: "Please respond before the deadline.",
        paragraphs,
        facts,
        action: { label: "Open the payment", url: pageUrl(context.config, path) },
        because: `you manage the payments of ${site.name}`,
      },
    });
  }
}
