import { getTexts } from "#translations/payouts.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { SharePayoutInput } from "./owed-shares.ts";

const t = getTexts("payouts");

/** Records that the platform paid a share to a teacher. */
export async function sendSharePayout(teacherId: string, payout: SharePayoutInput): Promise<void> {
  await callStaff(`/payouts/${encodeURIComponent(teacherId)}/paid`, {
    method: "POST",
    body: payout,
    fallback: t("notRecorded"),
  });
}
