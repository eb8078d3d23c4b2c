/** Who reviews teachers, and what teachers may do without a verification, as staff have set it. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { adultAge } from "#lib/people/people.options.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { noLimits, type VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isAdult } from "../public-person.ts";
import { readSetting } from "../settings/settings-store.ts";

const t = getTexts("vetting");

/** Who reviews teachers, besides owners. */
export const reviewers: readonly StaffRole[] = ["moderator"];

/** What a teacher without a verification can't do at the moment. */
export function listLimits(context: Context): VettingLimits {
  const { unverifiedMayPublish, minorsNeedVerified } = readSetting(context, "vetting");
  return { publishing: !unverifiedMayPublish, minors: minorsNeedVerified };
}

/** What the acting teacher can't do at the moment. */
export async function findOwnLimits(
  context: Context,
  actor: Actor | undefined,
): Promise<VettingLimits> {
  const limits = listLimits(context);
  const isLimited = limits.publishing || limits.minors;
  const teacherId = actor?.profile?.id;
  const isExempt = isLimited && teacherId && (await isVerified(context.db, teacherId));
  return isExempt ? noLimits : limits;
}

async function isVerified(db: Db, teacherId: string): Promise<boolean> {
  const [teacher] = await db
    .select({ verified: profiles.verified })
    .from(profiles)
    .where(eq(profiles.id, teacherId));
  return teacher?.verified === true;
}

/** @throws AppError `conflict` if the teacher needs a verification to publish a course. */
export async function requireMayPublish(
  context: Context,
  db: Db,
  teacherId: string,
): Promise<void> {
  if (!listLimits(context).publishing || (await isVerified(db, teacherId))) return;
  const message = t("server.error.publishing");
  throw new AppError("conflict", message, { fields: [{ field: "status", message }] });
}

/**
 * Students without an age count as minors, as they do on public pages.
 * @throws AppError `conflict` if only a verified teacher may teach the student.
 */
export async function requireMayTeach(
  context: Context,
  db: Db,
  { teacherId, studentId }: { teacherId: string; studentId: string },
): Promise<void> {
  if (!listLimits(context).minors) return;
  const [student] = await db
    .select({ role: profiles.role, age: profiles.age })
    .from(profiles)
    .where(eq(profiles.id, studentId));
  if (!student || isAdult(student) || (await isVerified(db, teacherId))) return;
  const values = { age: adultAge };
  const message =
    student.age === null ? t("server.error.unknownAge", values) : t("server.error.minor", values);
  throw new AppError("conflict", message);
}
