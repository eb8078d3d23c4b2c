import { getTexts } from "#translations/staff-payment.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { StaffPayment } from "./staff-payments.responses.ts";
import type { StaffRefundInput } from "./staff-refund.ts";

const t = getTexts("staffPayment");

const pathOf = (paymentId: string) => `/payments/${encodeURIComponent(paymentId)}`;

export async function fetchStaffPayment(paymentId: string): Promise<StaffPayment> {
  return requireObject<StaffPayment>(await callStaff(pathOf(paymentId)));
}

export async function sendStaffRefund(paymentId: string, refund: StaffRefundInput): Promise<void> {
  await callStaff(`${pathOf(paymentId)}/refund`, {
    method: "POST",
    body: refund,
    fallback: t("refund.failed"),
  });
}
