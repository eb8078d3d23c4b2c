/**
 * Erases a person's data. Rows that other people's payments, seats and reviews depend on are
 * anonymized. Everything else is deleted. Idempotent.
 */
import { eq, getTableColumns, or, sql } from "drizzle-orm";
import { emailPreferenceNames } from "#lib/account-settings/email-preferences.ts";
import type { Role } from "#lib/people/people.options.ts";
import { eraseFromCases } from "../../cases/retention.ts";
import { deleteContactMessagesOf } from "../../contact/contact.ts";
import type { Db } from "../../db/connection.ts";
import { oneTimeCodes, resetTokens, sessions, users } from "../../db/tables/accounts.table.ts";
import { calendarFeeds } from "../../db/tables/calendar-feeds.table.ts";
import { certificates } from "../../db/tables/learning.table.ts";
import { uploads } from "../../db/tables/media.table.ts";
import { connectTickets, oauthStates } from "../../db/tables/meetings.table.ts";
import { guardianMessageLinks } from "../../db/tables/messages.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { quizAttempts } from "../../db/tables/quizzes.table.ts";
import { guardianLinks, recitations } from "../../db/tables/recitations.table.ts";
import { savedItems } from "../../db/tables/saved.table.ts";
import { trialLessons } from "../../db/tables/trials.table.ts";
import { zoomLinks } from "../../db/tables/zoom-app.table.ts";
import { eraseIntroduction } from "../../introductions/introductions.ts";
import { eraseFromLetters, eraseGuardianFromLetters } from "../../letters/retention.ts";
import { removeFromLivePages } from "../../live-pages/remove-from-live-pages.ts";
import { forgetSubscriber } from "../../newsletter/newsletter.ts";
import { formerMember } from "../../public-person.ts";
import { eraseStaff } from "../../staff/members.ts";
import { eraseStudy } from "../../study/erase-study.ts";
import { eraseVetting } from "../../vetting/erase-vetting.ts";
import { eraseSeats } from "./erase-seats.ts";
import { type ErasedTeaching, eraseTeaching } from "./erase-teaching.ts";

export interface ErasedPerson extends ErasedTeaching {
  /** Files that are no longer referenced. */
  fileKeys: string[];
}

export interface PersonRow {
  id: string;
  email: string;
}

/** The account's row must be locked. */
export async function erasePerson(tx: Db, user: PersonRow): Promise<ErasedPerson> {
  const caseFiles = await eraseAccount(tx, user);
  const files = await tx
    .delete(uploads)
    .where(eq(uploads.userId, user.id))
    .returning({ key: uploads.key });
  const fileKeys = [...files.map(({ key }) => key), ...caseFiles];
  const profile = await eraseProfile(tx, user.id);
  if (!profile) return { fileKeys, meetingAccess: [] };
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.profileId, profile.id));
  await tx.delete(guardianMessageLinks).where(eq(guardianMessageLinks.childId, profile.id));
  await eraseGuardianFromLetters(tx, profile.id);
  await removeFromLivePages(tx, profile.id);
  const ofPerson = or(eq(savedItems.studentId, profile.id), eq(savedItems.teacherId, profile.id));
  await tx.delete(savedItems).where(ofPerson);
  if (profile.role === "teacher") {
    const recordings = await eraseIntroduction(tx, profile.id);
    const documents = await eraseVetting(tx, profile.id);
    return {
      fileKeys: [...fileKeys, ...recordings, ...documents],
      ...(await eraseTeaching(tx, profile.id)),
    };
  }
  await eraseSeats(tx, profile.id);
  await eraseLearning(tx, profile.id);
  return { fileKeys, meetingAccess: [] };
}

/** Deletes a student's learning records and notes, which no longer belong to anyone. */
async function eraseLearning(tx: Db, studentId: string): Promise<void> {
  await tx.delete(certificates).where(eq(certificates.studentId, studentId));
  await tx.delete(quizAttempts).where(eq(quizAttempts.studentId, studentId));
  await tx.delete(recitations).where(eq(recitations.studentId, studentId));
  await tx.delete(guardianLinks).where(eq(guardianLinks.studentId, studentId));
  await tx.update(trialLessons).set({ note: null }).where(eq(trialLessons.studentId, studentId));
}

/**
 * Frees the email address for a new account, and disables logging in to the old one.
 * @returns the files that were kept for the person's messages to staff.
 */
async function eraseAccount(tx: Db, user: PersonRow): Promise<string[]> {
  await tx.delete(zoomLinks).where(eq(zoomLinks.userId, user.id));
  await tx.delete(sessions).where(eq(sessions.userId, user.id));
  await tx
    .delete(oneTimeCodes)
    .where(or(eq(oneTimeCodes.userId, user.id), eq(oneTimeCodes.email, user.email)));
  await tx.delete(resetTokens).where(eq(resetTokens.userId, user.id));
  await tx.delete(oauthStates).where(eq(oauthStates.userId, user.id));
  await deleteContactMessagesOf(tx, user.email);
  const caseFiles = await eraseFromCases(tx, user);
  // In the order in which an email locks these rows while it is being sent.
  await eraseFromLetters(tx, user.email);
  await forgetSubscriber(tx, user.email);
  await tx.delete(connectTickets).where(eq(connectTickets.userId, user.id));
  await eraseStudy(tx, user.id);
  await eraseStaff(tx, user.id);
  await tx
    .update(users)
    .set({
      email: `${user.id.toLowerCase()}@deleted.invalid`,
      name: formerMember,
      passwordHash: "",
      passwordChangedAt: null,
      suspendedAt: null,
      suspendedUntil: null,
      hourCycle: null,
      suspendedReason: null,
    })
    .where(eq(users.id, user.id));
  return caseFiles;
}

/** The profile columns that are kept. All others are erased, including columns that are added later. */
export const keptProfileColumns = [
  "id",
  "userId",
  "role",
  // The dates of the teacher's remaining courses are in this time zone.
  "timeZone",
  "createdAt",
  "updatedAt",
  // Deleted accounts get no email.
  ...emailPreferenceNames,
  // These figures come from other people's reviews.
  "ratingSum",
  "ratingCount",
] as const satisfies (keyof typeof profiles.$inferSelect)[];

const kept: readonly string[] = keptProfileColumns;
const erasedProfile = {
  ...Object.fromEntries(
    Object.keys(getTableColumns(profiles))
      .filter((column) => !kept.includes(column))
      .map((column) => [column, sql`default`]),
  ),
  name: formerMember,
  searchName: "",
  country: "",
};

async function eraseProfile(
  tx: Db,
  userId: string,
): Promise<{ id: string; role: Role } | undefined> {
  const [profile] = await tx
    .update(profiles)
    .set(erasedProfile)
    .where(eq(profiles.userId, userId))
    .returning({ id: profiles.id, role: profiles.role });
  return profile;
}
