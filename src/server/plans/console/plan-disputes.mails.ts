/** Notifies staff of disputed payments for the plan, to which only staff can respond. */
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailDisputeToStaff } from "../../staff/disputes.mails.ts";
import type { InvoiceFacts } from "../subscription-facts.ts";

/** Logs that a bank is waiting for a response, and emails bookkeepers and owners. */
export async function mailPlanDispute(
  context: Context,
  tx: Db,
  userId: string,
  { invoice, payment }: InvoiceFacts,
): Promise<void> {
  const { id, number, amountCents } = invoice;
  const respondBy = payment?.respondBy ?? null;
  context.log.error(
    { invoiceId: id, userId, respondBy },
    "A Premium payment was disputed: open Premium payments in the console, and respond in Stripe's dashboard before the deadline",
  );
  await mailDisputeToStaff(context, tx, {
    item: `${site.name} Premium, invoice ${number ?? id}`,
    amountCents,
    dueBy: respondBy,
    path: `/staff/payments/premium?search=${encodeURIComponent(id)}`,
    paragraphs: [
      payment?.dispute === null
        ? "The payer's bank is asking about a Premium payment. A refund settles the question."
        : "The payer's bank is disputing a Premium payment.",
      "Please respond in Stripe's dashboard. The payment in the console has a link to it. Without a response, the bank usually decides for the payer, and we also pay Stripe's dispute fee.",
    ],
  });
}
