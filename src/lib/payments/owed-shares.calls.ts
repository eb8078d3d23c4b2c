import { getTexts } from "#translations/payouts.ts";
import { readList } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { SharePayout } from "./owed-shares.responses.ts";
import type { SharePayoutInput, VoidedPayoutInput } from "./owed-shares.ts";

const t = getTexts("payouts");

/** Records that the platform paid a share to a teacher. */
export async function sendSharePayout(teacherId: string, payout: SharePayoutInput): Promise<void> {
  await callStaff(`/payouts/${encodeURIComponent(teacherId)}/paid`, {
    method: "POST",
    body: payout,
    fallback: t("notRecorded"),
  });
}

/** The latest payouts to a teacher, newest first. */
export async function fetchSharePayouts(teacherId: string): Promise<SharePayout[]> {
  const body = await callStaff(`/payouts/${encodeURIComponent(teacherId)}/paid`);
  return readList<SharePayout>(body, "payouts");
}

/** Voids a payout, so that its amount is owed again. */
export async function voidSharePayout(teacherId: string, body: VoidedPayoutInput): Promise<void> {
  await callStaff(`/payouts/${encodeURIComponent(teacherId)}/voided`, {
    method: "POST",
    body,
    fallback: t("notVoided"),
  });
}
