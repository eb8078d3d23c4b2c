/** Cases of an earlier release, in a database that is migrated to the current schema. */
import { expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { migrateUpTo } from "../../support/database/migrations.ts";

test("people who have an interest in a case are found, even if what was reported is deleted", async () => {
  const database = await createTestDatabase({ state: "empty" });
  const { pool } = database;
  await migrateUpTo(pool, "0087_questions");
  for (const role of ["teacher", "student"]) {
    await pool.query(
      `insert into users (id, email, name, password_hash, created_at) values ($1, $2, 'Old', 'x', now())`,
      [`usr_${role}`, `${role}@example.org`],
    );
    await pool.query(
      `insert into profiles (id, user_id, role, name, search_name, country, created_at)
       values ($1, $2, $3, 'Old', 'old', 'TR', now())`,
      [`prf_${role}`, `usr_${role}`, role],
    );
  }
  await pool.query(
    `insert into courses (id, teacher_id, title, search_title, description, level, search_topics,
       price_cents, duration, max_students, created_at)
     values ('crs_1', 'prf_teacher', 'Old', 'old', 'Old', 'Beginner', '{}', 4000, 45, 5, now())`,
  );
  await pool.query(
    `insert into users (id, email, name, password_hash, created_at)
     values ('usr_guardian', 'guardian@example.org', 'Old', 'x', now())`,
  );
  await pool.query(
    `update profiles set age = 9, parent_guardian_contact = ' Guardian@example.org',
       guardian_confirmed = 'guardian@example.org' where id = 'prf_student'`,
  );
  const evidence: [subject: string, content: object][] = [
    ["payment", { courseId: "crs_1", studentId: "prf_student" }],
    ["comment", { courseId: "crs_1", authorId: "prf_student" }],
    ["review", { resourceType: "course", resourceId: "crs_1", authorId: "usr_student" }],
    ["review", { resourceType: "teacher", resourceId: "prf_teacher", authorId: "usr_student" }],
    ["review", { resourceType: "app", resourceId: "halaqa", authorId: "usr_student" }],
    ["course", { id: "crs_1", teacherId: "prf_teacher" }],
  ];
  for (const [index, [kind, content]] of evidence.entries()) {
    const id = `case_${index}`;
    await pool.query(
      `insert into cases (id, kind, subject_kind, subject_id, title, opened_at, changed_at)
       values ($1, 'report', $2, $1, 'Old', now(), now())`,
      [id, kind],
    );
    await pool.query(
      `insert into case_evidence (id, case_id, position, content, frozen_at)
       values ($1, $1, 0, $2, now())`,
      [id, { kind, ...content }],
    );
  }
  const conversations = [
    ["pair", null, "prf_student", "prf_teacher"],
    ["course", "crs_1", null, null],
  ];
  for (const [index, [id, courseId, firstId, secondId]] of conversations.entries()) {
    await pool.query(
      `insert into threads (id, course_id, first_id, second_id, created_at)
       values ($1, $2, $3, $4, now())`,
      [id, courseId, firstId, secondId],
    );
    await pool.query(
      `insert into messages (id, thread_id, seq, author_id, client_id, text, search_text, created_at)
       values ($1, $1, 1, 'prf_student', $1, 'Old', 'old', now())`,
      [id],
    );
    await pool.query(
      `insert into cases (id, kind, subject_kind, subject_id, title, about_user_id, opened_at, changed_at)
       values ($1, 'report', 'message', $2, 'Old', 'usr_student', now(), now())`,
      [`case_message_${index}`, id],
    );
  }
  await migrate(pool);
  const { rows } = await pool.query("select interested_ids as ids from cases order by id");
  const teacher = ["usr_teacher"];
  expect(rows.map(({ ids }) => ids)).toEqual([
    ["usr_guardian", "usr_student", "usr_teacher"],
    teacher,
    teacher,
    teacher,
    [],
    [],
    ["usr_guardian", "usr_student", "usr_teacher"],
    ["usr_guardian", "usr_teacher"],
  ]);
  await database.close();
});
