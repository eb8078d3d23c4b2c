/** The names of what staff did, for lists of entries of the audit log. */
import { getTexts } from "#translations/staff.ts";
import type { StaffLogEntry } from "./staff.responses.ts";

const t = getTexts("staff");

/** A decision that refunded a payment has one entry for both. */
export function nameAction({ kind, details }: Pick<StaffLogEntry, "kind" | "details">): string {
  if (kind === "decide-case" && details?.refundId !== undefined) return t("log.refundDecided");
  return t(`action.${kind}`);
}
