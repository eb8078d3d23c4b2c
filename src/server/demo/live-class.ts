/** A demo class that is ongoing after every startup. */
import { and, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import type { ProfiledActor } from "../actor.ts";
import { moveMeetingsOfClasses } from "../classes/class-meetings.ts";
import { createClassMeeting } from "../classes/create-class-meeting.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { demoCourses } from "./data/demo-data.ts";
import { demoEmail, liveClassId, liveCourseKey } from "./demo-shapes.ts";

const minute = 60_000;
/** How long ago the class began, and the minimum and maximum time for which it continues. */
const begun = 5 * minute;
const minLeft = 60 * minute;
const duration = 180 * minute;

// An arbitrary number that must never change, and must differ from those of other locks.
const lock = 7_248_155;

/**
 * Schedules the demo's live class for the current time, with a meeting if the sandbox replaces
 * Zoom. Other classes of its teacher that would overlap are postponed until after it. Does nothing
 * if the class continues for at least another hour, or if its course isn't in the database anymore.
 */
export async function holdLiveClass(context: Context): Promise<void> {
  const demo = demoCourses.find(({ key }) => key === liveCourseKey);
  const teacher = demo && (await findTeacher(context.db, demo.teacher));
  if (!demo || !teacher) return;
  const isHeld = await context.db.transaction((tx) =>
    schedule(context, tx, teacher.profile.id, demo.title),
  );
  if (isHeld && context.config.zoom.sandbox) await openMeeting(context, teacher);
}

async function findTeacher(db: Db, key: string): Promise<ProfiledActor | undefined> {
  const [row] = await db
    .select({
      user: { id: users.id, email: users.email, name: users.name },
      profile: { id: profiles.id },
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.email, demoEmail(key)));
  if (!row) return undefined;
  const { user, profile } = row;
  const { id: userId, email, name } = user;
  return { userId, email, name, sessionId: "demo", profile: { id: profile.id, role: "teacher" } };
}

/** @returns whether the class is ongoing. */
async function schedule(
  context: Context,
  tx: Db,
  teacherId: string,
  title: string,
): Promise<boolean> {
  const now = new Date();
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
  const [course] = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(isTeacherOf(teacherId), eq(courses.title, title), eq(courses.status, "published")));
  if (!course) return false;
  const [known] = await tx.select().from(classes).where(eq(classes.id, liveClassId));
  if (known && known.startsAt <= now && known.endsAt.getTime() > now.getTime() + minLeft) {
    return true;
  }
  const startsAt = new Date(now.getTime() - begun);
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + duration) };
  const postponed = await postponeOthers(tx, teacherId, times);
  await tx
    .insert(classes)
    .values({ id: liveClassId, courseId: course.id, teacherId, plannedStart: startsAt, ...times })
    .onConflictDoUpdate({
      target: classes.id,
      set: { plannedStart: startsAt, ...times, status: "scheduled" },
    });
  await moveMeetingsOfClasses(context, tx, [...postponed, liveClassId]);
  return true;
}

async function postponeOthers(
  tx: Db,
  teacherId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<string[]> {
  const others = await tx
    .select()
    .from(classes)
    .where(
      and(
        eq(classes.teacherId, teacherId),
        eq(classes.status, "scheduled"),
        ne(classes.id, liveClassId),
        lt(classes.startsAt, endsAt),
        gt(classes.endsAt, startsAt),
      ),
    )
    .orderBy(classes.startsAt);
  let start = endsAt.getTime();
  for (const other of others) {
    const end = start + (other.endsAt.getTime() - other.startsAt.getTime());
    await tx
      .update(classes)
      .set({ startsAt: new Date(start), endsAt: new Date(end) })
      .where(eq(classes.id, other.id));
    start = end;
  }
  return others.map(({ id }) => id);
}

/** A meeting that hasn't ended moves with the class. */
async function openMeeting(context: Context, teacher: ProfiledActor): Promise<void> {
  const { db } = context;
  const ofClass = eq(meetings.classId, liveClassId);
  const hasEnded = inArray(meetings.status, ["cancelled", "ended"]);
  await db.update(meetings).set({ classId: null }).where(and(ofClass, hasEnded));
  if ((await db.$count(meetings, ofClass)) > 0) return;
  await createClassMeeting(context, teacher, liveClassId);
}
