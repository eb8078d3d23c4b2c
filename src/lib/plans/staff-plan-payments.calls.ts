import { getTexts } from "#translations/staff-premium.ts";
import { callStaff } from "../staff/staff.calls.ts";

const t = getTexts("staffPremium");

/** Refunds what is left of a payment for the plan. */
export async function refundPlanPayment(invoiceId: string, reason: string): Promise<void> {
  await callStaff(`/payments/premium/${encodeURIComponent(invoiceId)}/refund`, {
    method: "POST",
    body: { reason },
    fallback: t("failed"),
  });
}
