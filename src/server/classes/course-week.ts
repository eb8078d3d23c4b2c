import { asc, eq, sql } from "drizzle-orm";
import { dayOfNumber } from "#lib/time/time.ts";
import { isEnrolledSeat } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courseSchedule, courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";

/**
 * The weekly schedule and dates from which the classes of a course are created. Undefined for a
 * missing course.
 */
export async function findCourseWeek(tx: Db, courseId: string) {
  const [course] = await tx
    .select({
      teacherId: courses.teacherId,
      startDate: courses.startDate,
      endDate: courses.endDate,
      status: courses.status,
      timeZone: profiles.timeZone,
      students: sql<number>`(
        select count(*)::integer from ${enrollments} seat
        where seat.course_id = ${courses.id} and ${isEnrolledSeat}
        and not exists (
          select from ${payments} payment
          where payment.enrolment_id = seat.id and payment.status = 'refunding'
          and payment.refund_reason <> 'teacher'
        )
      )`,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(eq(courses.id, courseId));
  if (!course) return undefined;
  const { teacherId, timeZone, startDate, endDate, status, students } = course;
  const weekly = await tx
    .select()
    .from(courseSchedule)
    .where(eq(courseSchedule.courseId, courseId))
    .orderBy(asc(courseSchedule.position));
  // An archived course continues for its enrolled students, even while a refund by the teacher is
  // pending, because the provider may reject it. All other refunds are certain.
  const isOn = status === "published" || (status === "archived" && students > 0);
  return {
    teacherId,
    timeZone,
    startDate,
    endDate,
    takesPlace: isOn && startDate !== null && endDate !== null,
    schedule: weekly.map(({ day, startTime, endTime }) => ({
      day: dayOfNumber(day),
      startTime: startTime.slice(0, 5),
      endTime: endTime.slice(0, 5),
    })),
  };
}
