/** Time zones of an earlier release, in a database that is migrated to the current schema. */
import { expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { migrateUpTo } from "../../support/database/migrations.ts";

test("time zones that only Node.js supports become zones that the database supports", async () => {
  const database = await createTestDatabase({ state: "empty" });
  const { pool } = database;
  await migrateUpTo(pool, "0057_course-finder");
  const old = ["Africa/Cairo", "aSiA/kArAcHi", "MIT", "PST", "US/Pacific-New", "UTC"];
  for (const [index, zone] of old.entries()) {
    await pool.query(
      `insert into users (id, email, name, password_hash, created_at)
       values ($1, $1 || '@example.org', 'Old', 'x', now())`,
      [`usr_${index}`],
    );
    await pool.query(
      `insert into profiles (id, user_id, role, name, search_name, country, time_zone, created_at)
       values ('prf_' || $1, 'usr_' || $1, 'student', 'Old', 'old', 'TR', $2, now())`,
      [String(index), zone],
    );
  }
  await migrate(pool);
  const { rows } = await pool.query("select time_zone as zone from profiles order by id");
  expect(rows.map(({ zone }) => zone)).toEqual([
    "Africa/Cairo",
    "Asia/Karachi",
    "UTC",
    "UTC",
    "UTC",
    "UTC",
  ]);
  await database.close();
});
