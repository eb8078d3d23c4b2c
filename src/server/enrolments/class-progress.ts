/** How far a student has come in a course: the one home of the rule, as part of queries. */
import { type SQL, sql } from "drizzle-orm";
import { courseSchedule, courses } from "../courses/courses.table.ts";
import { profiles } from "../people/people.table.ts";

/** The classes of the course by its schedule, each with the instant of its end. */
const dated = sql`(
  select (weekly.on_date + class.end_time) at time zone teacher.time_zone as ends_at
  from ${courseSchedule} class
  join ${profiles} teacher on teacher.id = ${courses.teacherId}
  cross join lateral (
    select generate_series(
      ${courses.startDate}
        + ((class.day - extract(isodow from ${courses.startDate})::integer + 7) % 7),
      ${courses.endDate}, interval '7 days'
    )::date as on_date
  ) weekly
  where class.course_id = ${courses.id}
)`;

/** Of a query on enrolments and their courses: the classes that are over, and all there are. */
export const classProgress = (now: Date): { done: SQL<number>; total: SQL<number> } => ({
  done: sql<number>`(
    select count(*)::integer from ${dated} dated
    where dated.ends_at <= ${now.toISOString()}::timestamptz
  )`,
  total: sql<number>`(select count(*)::integer from ${dated} dated)`,
});
