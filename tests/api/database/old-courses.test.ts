/** Courses of an earlier release, in a database that is migrated to the current schema. */
import { expect, test } from "vitest";
import { foldForSearch } from "#lib/text/search-text.ts";
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

test("texts that were folded before keyboards were unified are found under the new folding", async () => {
  const database = await createTestDatabase({ state: "empty" });
  const { pool } = database;
  await migrateUpTo(pool, "0077_course-verification");
  await pool.query(
    `insert into users (id, email, name, password_hash, created_at)
     values ('usr_1', 'old@example.org', 'Old', 'x', now())`,
  );
  const name = "حفصہ بی بی";
  const specializations = ["  Mémorisation ", "قِراءۃ", "آداب", "پارہ ۳۰"];
  await pool.query(
    `insert into profiles (id, user_id, role, name, search_name, specializations, country, created_at)
     values ('prf_1', 'usr_1', 'teacher', $1, $1, $2, 'PK', now())`,
    [name, specializations],
  );
  const title = "بچوں کی تجوید ۱۲";
  const topics = ["ہجے", "Tajweed"];
  await pool.query(
    `insert into courses (id, teacher_id, title, search_title, description, level, topics,
       search_topics, price_cents, duration, max_students, created_at)
     values ('crs_1', 'prf_1', $1, $1, '', 'Beginner', $2, $3, 0, 8, 10, now())`,
    [title, topics, topics.map((topic) => topic.toLowerCase())],
  );
  await migrate(pool);
  const { rows } = await pool.query(
    `select search_name, search_specializations, search_title, search_topics
       from courses join profiles on profiles.id = teacher_id`,
  );
  expect(rows).toEqual([
    {
      search_name: foldForSearch(name),
      search_specializations: specializations.map(foldForSearch),
      search_title: foldForSearch(title),
      search_topics: topics.map(foldForSearch),
    },
  ]);
  await database.close();
});
