/** Courses of an earlier release, in a database that is migrated to the current schema. */
import { expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { migrateUpTo } from "../../support/database/migrations.ts";

test("languages, categories and audiences that were entered as text become choices", async () => {
  const database = await createTestDatabase({ state: "empty" });
  const { pool } = database;
  await migrateUpTo(pool, "0053_language-codes");
  await pool.query(
    `insert into users (id, email, name, password_hash, created_at)
     values ('usr_1', 'old@example.org', 'Old', 'x', now())`,
  );
  await pool.query(
    `insert into profiles (id, user_id, role, name, search_name, country, created_at)
     values ('prf_1', 'usr_1', 'teacher', 'Old', 'old', 'TR', now())`,
  );
  const old = [
    ["crs_1", "Qaida for kids and teens", "urdu", "ur", "Hifz", ["Tajwid"]],
    ["crs_2", "Evenings for sisters", "Arabic and English", null, null, ["Poetry", "Tafseer"]],
    ["crs_3", "Manners", "Klingon", null, "Poetry", ["Tajweed"]],
    ["crs_4", "Children's stories", null, null, "", []],
  ];
  for (const [id, title, language, code, category, topics] of old) {
    const folded = (topics as string[]).map((topic) => topic.toLowerCase());
    await pool.query(
      `insert into courses (id, teacher_id, title, search_title, description, level, language,
         language_code, category, topics, search_topics, price_cents, duration, max_students, created_at)
       values ($1, 'prf_1', $2, $2, '', 'Beginner', $3, $4, $5, $6, $7, 0, 8, 10, now())`,
      [id, title, language, code, category, topics, folded],
    );
  }
  await migrate(pool);
  const { rows } = await pool.query(
    "select language, language_code as code, category, audience from courses order by id",
  );
  expect(rows).toEqual([
    { language: "Urdu", code: "ur", category: "Memorization", audience: ["children", "teens"] },
    { language: "Arabic", code: "ar", category: "Tafsir", audience: ["adults"] },
    { language: "Klingon", code: null, category: "Poetry", audience: [] },
    { language: null, code: null, category: "", audience: ["children"] },
  ]);
  await database.close();
});
