/**
 * Who knows whom: teachers and students who share a course or a trial lesson may write to each
 * other, and so may teachers. `questions.ts` adds students who ask before they enroll.
 */
import {
  and,
  asc,
  eq,
  inArray,
  like,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import type { Role } from "#lib/people/people.options.ts";
import { containsPattern, foldForSearch } from "#lib/text/search-text.ts";
import type { ProfiledActor } from "../actor.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import { isRecentTrial } from "../course-members/recent-trial.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messageBlocks } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { isPresent, isReachable } from "../public-person.ts";

export interface Partner {
  profileId: string;
  name: string;
  role: Role;
  imageUrl: string | null;
}

export const partnerColumns = {
  profileId: profiles.id,
  name: profiles.name,
  role: profiles.role,
  imageUrl: profiles.profileImageUrl,
};

/** People with more partners than this find the others by name. */
const maxPartners = 500;

/** The person's partners from courses, as a student or as the teacher, and from trial lessons. */
export function listPartners(db: Db, actor: Pick<ProfiledActor, "profile">): Promise<Partner[]> {
  return selectPartners(db, actor).orderBy(asc(profiles.name)).limit(maxPartners);
}

/** The partners whose name contains the text. Teachers find all other teachers too. */
export async function findPeople(db: Db, actor: ProfiledActor, search: string): Promise<Partner[]> {
  if (foldForSearch(search) === "") return [];
  const partners = selectPartners(db, actor).as("partners");
  const isPartner = inArray(profiles.id, db.select({ id: partners.profileId }).from(partners));
  const isColleague = actor.profile.role === "teacher" ? eq(profiles.role, "teacher") : undefined;
  return db
    .select(partnerColumns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isReachable(),
        ne(profiles.id, actor.profile.id),
        like(profiles.searchName, containsPattern(search)),
        or(isPartner, isColleague),
      ),
    )
    .orderBy(asc(profiles.name), asc(profiles.id))
    .limit(20);
}

function selectPartners(db: Db, { profile }: Pick<ProfiledActor, "profile">) {
  const isTeacher = profile.role === "teacher";
  const inTrials = db
    .select(partnerColumns)
    .from(trialLessons)
    .innerJoin(
      profiles,
      eq(profiles.id, isTeacher ? trialLessons.studentId : trialLessons.teacherId),
    )
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isRecentTrial(),
        eq(isTeacher ? trialLessons.teacherId : trialLessons.studentId, profile.id),
        isPresent,
      ),
    );
  const inCourses = db
    .select(partnerColumns)
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, isTeacher ? enrollments.studentId : courses.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isEnrolled,
        isTeacher ? isTeacherOf(profile.id) : eq(enrollments.studentId, profile.id),
        isPresent,
      ),
    );
  return union(inCourses, inTrials);
}

/** Which of these people the actor may write to without asking a question (`questions.ts`). */
export async function findWritable(
  db: Db,
  actor: Pick<ProfiledActor, "profile">,
  partnerIds: readonly string[],
): Promise<Set<string>> {
  if (partnerIds.length === 0) return new Set();
  const isTeacher = actor.profile.role === "teacher";
  const own = sql`${actor.profile.id}`;
  const other = alias(profiles, "other");
  const shares = db
    .select({ one: sql`1` })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(
      and(
        isEnrolled,
        eq(isTeacher ? courses.teacherId : enrollments.studentId, own),
        eq(isTeacher ? enrollments.studentId : courses.teacherId, other.id),
      ),
    );
  const meets = db
    .select({ one: sql`1` })
    .from(trialLessons)
    .where(
      and(
        isRecentTrial(),
        eq(isTeacher ? trialLessons.teacherId : trialLessons.studentId, own),
        eq(isTeacher ? trialLessons.studentId : trialLessons.teacherId, other.id),
      ),
    );
  const colleagues = isTeacher ? eq(other.role, "teacher") : undefined;
  const rows = await db
    .select({ id: other.id })
    .from(other)
    .innerJoin(users, eq(users.id, other.userId))
    .where(
      and(
        inArray(other.id, [...partnerIds]),
        sql`${other.id} <> ${own}`,
        isReachable(),
        or(colleagues, sql`exists ${shares}`, sql`exists ${meets}`),
        isUnblocked(db, own, other.id),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Whether neither of two people has blocked the other. */
export function isUnblocked(db: Db, oneId: SQLWrapper, otherId: SQLWrapper): SQL {
  const { blockerId, blockedId } = messageBlocks;
  const blocks = db
    .select({ one: sql`1` })
    .from(messageBlocks)
    .where(
      or(
        and(eq(blockerId, oneId), eq(blockedId, otherId)),
        and(eq(blockerId, otherId), eq(blockedId, oneId)),
      ),
    );
  return notExists(blocks);
}
