/** Loads and checks classes that their teacher changes. */
import { and, eq, inArray, ne } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";

const t = getTexts("classes");

/** The same error for missing classes and for those of other teachers. */
export const classNotFound = () => new AppError("not_found", t("server.missing"));

/**
 * A class of the acting teacher with its course, both locked until the transaction ends, so that no
 * seat is sold or paid while its classes change.
 * @throws AppError `not_found` if it is missing or belongs to another teacher.
 */
export async function lockOwnClass(tx: Db, teacher: ProfiledActor, classId: string) {
  const isOwn = and(
    eq(classes.id, classId),
    eq(classes.teacherId, teacher.profile.id),
    ne(classes.status, "dropped"),
  );
  // The course is locked first, as everywhere else. A class never changes its course.
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, tx.select({ id: classes.courseId }).from(classes).where(isOwn)))
    .for("no key update");
  const [row] = await tx
    .select({
      class: classes,
      course: {
        id: courses.id,
        title: courses.title,
        teacherId: courses.teacherId,
        teacherName: profiles.name,
        timeZone: profiles.timeZone,
      },
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(profiles, eq(profiles.id, classes.teacherId))
    .where(isOwn)
    .for("update", { of: classes });
  if (!row) throw classNotFound();
  return row;
}

/** @throws AppError `conflict` if the class has started, unless it was canceled. */
export function requireUpcoming({ status, startsAt }: typeof classes.$inferSelect): void {
  if (status === "scheduled" && startsAt <= new Date()) {
    throw new AppError("conflict", t("server.hasBegun"));
  }
}
