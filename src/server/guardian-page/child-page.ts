/** What guardians see of a child: upcoming classes, attendance, lessons, quizzes and teachers. */
import { eq } from "drizzle-orm";
import { isBeforeEnrollment } from "#lib/classes/classes.rules.ts";
import type { GuardianInput } from "#lib/guardians/guardian-view.ts";
import type { GuardianChild, GuardianCourse } from "#lib/guardians/guardians.responses.ts";
import type { CourseProgress } from "#lib/learning/learning.responses.ts";
import type { Context } from "../context.ts";
import { type CourseStudent, listEnrollmentsOf } from "../course-members/membership.ts";
import { profiles } from "../db/tables/people.table.ts";
import type { Guardian } from "../guardians/guardian.ts";
import { enterGuardianPage } from "../guardians/page-links.ts";
import { findOrCreateProgressLink, progressUrl } from "../guardians/progress-links.ts";
import { readProgress } from "../learning/progress.ts";
import { findWritable, listPartners } from "../messages/partners.ts";
import { readLog } from "../recitations/read-lessons.ts";
import { findSeat } from "../recitations/seat.ts";
import { readTimeline } from "../timeline/list-timeline.ts";

/** Each course takes several queries. Families rarely have more than three. */
const maxCourses = 12;
const maxClasses = 6;
const maxLessons = 5;

/**
 * One child, and the names of all children whose pages the link opens.
 * @throws AppError `not_found`, `rate_limited`.
 */
export async function readChildPage(
  context: Context,
  { token, childId }: GuardianInput,
): Promise<GuardianChild> {
  const { guardian, children } = await enterGuardianPage(context, token, childId);
  const { studentId } = guardian;
  const student = { profile: { id: studentId, role: "student" as const } };
  const [timeZone, upcoming, seats, partners] = await Promise.all([
    findZone(context, studentId),
    readTimeline(context, student.profile),
    listEnrollmentsOf(context.db, studentId, maxCourses),
    listPartners(context.db, student),
  ]);
  const reachable = await findWritable(
    context.db,
    student,
    partners.map(({ profileId }) => profileId),
  );
  const courses: GuardianCourse[] = [];
  // One after the other, so that one request doesn't take all database connections.
  for (const seat of seats) courses.push(await readCourse(context, guardian, seat));
  return {
    children: children.map((each) => ({ _id: each.studentId, name: each.child })),
    child: { _id: studentId, name: guardian.child },
    timeZone,
    upcoming,
    courses,
    teachers: partners
      .filter(({ profileId }) => reachable.has(profileId))
      .map(({ profileId, name }) => ({ _id: profileId, name })),
    reportableTeachers: listReportable(seats, partners),
  };
}

/** Includes teachers with whom either side has ended contact. */
function listReportable(
  seats: readonly CourseStudent[],
  partners: readonly { profileId: string; name: string }[],
): GuardianChild["reportableTeachers"] {
  const names = new Map(partners.map(({ profileId, name }) => [profileId, name]));
  for (const { course } of seats) names.set(course.teacherId, course.teacherName);
  return [...names].map(([_id, name]) => ({ _id, name }));
}

async function findZone({ db }: Context, profileId: string): Promise<string> {
  const [row] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return row?.timeZone ?? "UTC";
}

async function readCourse(
  context: Context,
  guardian: Guardian,
  seat: CourseStudent,
): Promise<GuardianCourse> {
  const { course } = seat;
  const key = { courseId: course.id, studentId: guardian.studentId };
  const { summary, classes, quizzes } = await readProgress(context, seat);
  return {
    _id: course.id,
    title: course.title,
    teacherName: course.teacherName,
    summary,
    pastClasses: listPastClasses(classes),
    quizzes: quizzes.map(({ lastAttemptId: _, ...quiz }) => quiz),
    ...(await readLessons(context, guardian, key)),
  };
}

/** The latest classes that count for the child, the newest first. */
function listPastClasses(classes: CourseProgress["classes"]): GuardianCourse["pastClasses"] {
  const now = Date.now();
  return classes
    .filter((each) => Date.parse(each.endsAt) <= now && !isBeforeEnrollment(each))
    .toReversed()
    .slice(0, maxClasses)
    .map(({ _id, number, startsAt, isCancelled, attended = false }) => ({
      ...{ _id, number, startsAt, isCancelled, attended },
    }));
}

/** The latest lessons, and a link to all of them. Absent if none was logged. */
async function readLessons(
  context: Context,
  guardian: Guardian,
  key: { courseId: string; studentId: string },
): Promise<Pick<GuardianCourse, "lessons">> {
  const seat = await findSeat(context.db, key);
  const log = seat && (await readLog(context.db, seat, { page: 1, limit: maxLessons }));
  if (!log || log.total === 0) return {};
  const link = await findOrCreateProgressLink(context.db, key);
  return {
    lessons: {
      total: log.total,
      memorized: log.chart.memorised,
      latest: log.lessons,
      url: await progressUrl(context.config, link, guardian),
    },
  };
}
