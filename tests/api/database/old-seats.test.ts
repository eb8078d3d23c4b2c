/** Seats that were sold by earlier releases, in a database that is migrated to the current schema. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/database.ts";
import { migrateUpTo } from "../../support/database/migrations.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const soldAt = Date.parse("2026-10-01T10:00:00Z");
const at = (days: number) => new Date(soldAt + days * day).toISOString();

interface OldClass {
  day: number;
  minutes?: number;
  status?: "scheduled" | "cancelled" | "dropped";
}

let database: TestDatabase;
const seats = new Map<string, { starts?: Date[]; [column: string]: unknown }>();

beforeAll(async () => {
  database = await createTestDatabase({ state: "empty" });
  await migrateUpTo(database.pool, "0036_removed-classes-as-sold");
  for (const role of ["teacher", "student"]) {
    await database.pool.query(
      `insert into users (id, email, name, password_hash, created_at) values ($1, $2, 'Old', 'x', $3)`,
      [`usr_${role}`, `${role}@example.org`, at(-99)],
    );
    await database.pool.query(
      `insert into profiles (id, user_id, role, name, search_name, country, created_at)
       values ($1, $2, $3, 'Old', 'old', 'TR', $4)`,
      [`prf_${role}`, `usr_${role}`, role, at(-99)],
    );
  }
  const weekly: OldClass[] = [5, 12, 19, 26].map((each) => ({ day: each }));
  await addSeat("weekly", { soldMinutes: 180, soldEnd: 26.05 }, weekly);
  const canceled = weekly.map((each, index) =>
    index < 2 ? each : { ...each, status: "cancelled" as const },
  );
  await addSeat("canceled", { soldMinutes: 180, soldEnd: 26.05 }, canceled);
  const removed = weekly.map((each) => ({ ...each, status: "dropped" as const }));
  await addSeat("removed", { soldMinutes: 180, soldEnd: 26.05 }, removed);
  const extended = [...weekly, { day: 33 }, { day: 120 }, { day: -3 }];
  await addSeat("extended", { soldMinutes: 180, soldEnd: 26.05 }, extended);
  await addSeat("unsold", { soldMinutes: 0, soldEnd: null }, weekly);
  await migrate(database.pool);
  const { rows } = await database.pool.query(
    `select id, sold_classes as classes, sold_minutes as minutes, sold_max_minutes as longest,
       sold_starts as starts, refundable_classes as missing
     from enrolments`,
  );
  for (const { id, ...seat } of rows) seats.set(id, seat);
});
afterAll(() => database.close());

async function addSeat(
  name: string,
  { soldMinutes, soldEnd }: { soldMinutes: number; soldEnd: number | null },
  classes: readonly OldClass[],
): Promise<void> {
  const { pool } = database;
  await pool.query(
    `insert into courses (id, teacher_id, title, search_title, description, level, search_topics,
       price_cents, duration, max_students, created_at)
     values ($1, 'prf_teacher', $1, $1, 'Old', 'Beginner', '{}', 4000, 45, 5, $2)`,
    [name, at(-30)],
  );
  const offset = seats.size * 60 * minute;
  seats.set(name, {});
  for (const [index, { day: each, minutes = 45, status = "scheduled" }] of classes.entries()) {
    const start = new Date(soldAt + each * day + offset);
    const end = new Date(start.getTime() + minutes * minute);
    await pool.query(
      `insert into classes (id, course_id, teacher_id, planned_start, starts_at, ends_at, status, created_at)
       values ($1, $2, 'prf_teacher', $3, $3, $4, $5, $6)`,
      [`cls_${name}_${index}`, name, start.toISOString(), end.toISOString(), status, at(-30)],
    );
  }
  await pool.query(
    `insert into enrolments (id, course_id, student_id, status, amount_cents, created_at, enrolled_at,
       sold_start, sold_end, sold_minutes)
     values ($1, $1, 'prf_student', 'enrolled', 4000, $2, $2, $3, $4, $5)`,
    [
      name,
      at(0),
      soldEnd === null ? null : at(5),
      soldEnd === null ? null : at(soldEnd),
      soldMinutes,
    ],
  );
}

/** The starts in whole days after the sale. */
const startsOf = (name: string) =>
  seats.get(name)?.starts?.map((start) => Math.floor((start.getTime() - soldAt) / day));

describe("after the migration, a seat that an earlier release sold", () => {
  test("has the number, the longest duration and the starts of its classes", () => {
    expect(seats.get("weekly")).toMatchObject({
      classes: 4,
      minutes: 180,
      longest: 45,
      missing: 0,
    });
    expect(startsOf("weekly")).toEqual([5, 12, 19, 26]);
  });

  test("still counts the classes that were canceled, without their starts", () => {
    expect(seats.get("canceled")).toMatchObject({ classes: 4, minutes: 180, longest: 45 });
    expect(startsOf("canceled")).toEqual([5, 12]);
  });

  test("has all of its minutes if no class is left", () => {
    expect(seats.get("removed")).toMatchObject({ classes: 1, minutes: 180, longest: 180 });
    expect(startsOf("removed")).toEqual([]);
  });

  test("has no more starts than classes were sold, and none from before the sale", () => {
    expect(seats.get("extended")).toMatchObject({ classes: 4, minutes: 180, longest: 45 });
    expect(startsOf("extended")).toEqual([5, 12, 19, 26]);
  });

  test("stays without classes if it was sold without any", () => {
    expect(seats.get("unsold")).toMatchObject({ classes: 0, minutes: 0, longest: 0, starts: [] });
  });
});
