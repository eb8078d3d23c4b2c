/**
 * Adds the verses that a demo class has read together, and the recitation that its teacher marked.
 */
import { and, desc, eq, lt } from "drizzle-orm";
import { classes } from "../db/tables/classes.table.ts";
import { livePages, livePageVerses } from "../db/tables/live-pages.table.ts";
import { recitations } from "../db/tables/recitations.table.ts";
import type { AddedCourse } from "./add-courses.ts";
import { demoClassReading } from "./data/recitations.data.ts";
import { type DemoPeople, type DemoRun, need } from "./demo-run.ts";
import { liveCourseKey } from "./demo-shapes.ts";

const minute = 60_000;

export async function addLivePages(
  { context, startedAt }: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  const { db } = context;
  const course = added.find(({ demo }) => demo.key === liveCourseKey);
  if (!course) return;
  const [past] = await db
    .select()
    .from(classes)
    .where(
      and(
        eq(classes.courseId, course.id),
        eq(classes.status, "scheduled"),
        lt(classes.endsAt, startedAt),
      ),
    )
    .orderBy(desc(classes.endsAt))
    .limit(1);
  if (!past) return;
  const { first, last, lesson } = demoClassReading;
  const at = (minutes: number) => new Date(past.startsAt.getTime() + minutes * minute);
  await db
    .insert(livePages)
    .values({
      classId: past.id,
      leadId: need(people, course.demo.teacher).profile.id,
      updatedAt: past.endsAt,
      // Nobody needs an email about it.
      recapMailedAt: past.endsAt,
    })
    .onConflictDoNothing();
  await db
    .insert(livePageVerses)
    .values(
      Array.from({ length: last - first + 1 }, (_, index) => ({
        classId: past.id,
        verse: first + index,
        firstAt: at(5 + 2 * index),
        lastAt: at(6 + 2 * index),
      })),
    )
    .onConflictDoNothing();
  await db
    .update(recitations)
    .set({ heardAt: at(10) })
    .where(eq(recitations.clientId, lesson));
}
