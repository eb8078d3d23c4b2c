/** Trial lessons as their participants see them: the columns to read, and the shape of the JSON. */
import { and, asc, eq, gt, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TrialLesson, TrialPerson } from "#lib/trials/trials.responses.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../db/tables/people.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";

const teachers = alias(profiles, "teacher");
const students = alias(profiles, "student");

const person = (table: typeof teachers | typeof students) => ({
  id: table.id,
  name: table.name,
  profileImageUrl: table.profileImageUrl,
});

/** Booked lessons that haven't ended yet, ordered by start. */
export async function selectTrials(db: Db, condition: SQL | undefined): Promise<TrialLesson[]> {
  const rows = await db
    .select({
      lesson: trialLessons,
      timeZone: teachers.timeZone,
      teacher: person(teachers),
      student: person(students),
    })
    .from(trialLessons)
    .innerJoin(teachers, eq(teachers.id, trialLessons.teacherId))
    .innerJoin(students, eq(students.id, trialLessons.studentId))
    .where(and(condition, eq(trialLessons.status, "booked"), gt(trialLessons.endsAt, new Date())))
    .orderBy(asc(trialLessons.startsAt), asc(trialLessons.id));
  return rows.map(({ lesson, timeZone, teacher, student }) => ({
    _id: lesson.id,
    slotId: lesson.slotId ?? undefined,
    startTime: lesson.startsAt.toISOString(),
    endTime: lesson.endsAt.toISOString(),
    timeZone,
    room: lesson.providerJoinUrl ? "ready" : lesson.roomId ? "coming" : "none",
    note: lesson.note ?? undefined,
    teacher: toPerson(teacher),
    student: toPerson(student),
  }));
}

function toPerson(row: { id: string; name: string; profileImageUrl: string | null }): TrialPerson {
  return { _id: row.id, name: row.name, profileImageUrl: row.profileImageUrl ?? undefined };
}
