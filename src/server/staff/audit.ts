/** Writes the audit log. */
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { reasonInput } from "#lib/staff/staff.ts";
import type { StaffActionKind, StaffSubjectKind } from "#lib/staff/staff-actions.ts";
import { getTexts } from "#translations/translate.ts";
import type { Db } from "../db/connection.ts";
import { staffActions } from "../db/tables/staff-actions.table.ts";

const t = getTexts("staff");

/** Who acts: a member of staff, or a command that an operating system account has started. */
export type StaffAuthor = { userId: string } | { command: string };

export interface StaffAction {
  kind: StaffActionKind;
  subjectKind: StaffSubjectKind;
  subjectId: string;
  reason: string;
  /** What was changed, such as the values before and after. Never secrets. */
  details?: Record<string, unknown>;
}

/**
 * Adds an entry to the audit log. Call it exactly once for each change, in the change's transaction.
 */
export async function recordStaffAction(
  tx: Db,
  author: StaffAuthor,
  action: StaffAction,
): Promise<void> {
  const staffId = "userId" in author ? author.userId : null;
  const doneBy = "userId" in author ? author.userId : author.command;
  await tx.insert(staffActions).values({ ...action, staffId, doneBy });
}

/** The reason for a change, which the people concerned read. @throws AppError `invalid_input`. */
export function requireReason(reason: string): string {
  const read = z.safeParse(reasonInput, reason);
  if (read.success) return read.data;
  throw new AppError(
    "invalid_input",
    read.error.issues[0]?.message ?? t("server.error.reasonNeeded"),
  );
}
