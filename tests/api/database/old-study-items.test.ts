/** Study items of an earlier release, in a database that is migrated to the current schema. */
import { expect, test } from "vitest";
import { verseSize } from "#lib/study/study.rules.ts";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { migrateUpTo } from "../../support/database/migrations.ts";

test("items that were stored before the limit on their size are measured", async () => {
  const database = await createTestDatabase({ state: "empty" });
  const { pool } = database;
  await migrateUpTo(pool, "0043_text-of-deleted-messages");
  await pool.query(
    `insert into users (id, email, name, password_hash, created_at)
     values ('usr_1', 'old@example.org', 'Old', 'x', now())`,
  );
  const data = { n: { text: "水" }, c: { name: "Patience", verses: [1, 2, 3] }, gone: {} };
  for (const [index, [id, value]] of Object.entries(data).entries()) {
    await pool.query(
      `insert into study_items (user_id, id, kind, rev, data, clocks, created_clock, merged_rev, merged_sent, applied)
       values ('usr_1', $1, 'note', $2, $3, '{}', 1, 1, 1, '[]')`,
      [id, index, value],
    );
  }
  await migrate(pool);
  const { rows } = await pool.query("select id, size from study_items order by rev");
  expect(rows).toEqual([
    { id: "n", size: '{"text": "水"}'.length + 2 },
    { id: "c", size: '{"name": "Patience", "verses": [1, 2, 3]}'.length + 3 * verseSize },
    { id: "gone", size: 2 },
  ]);
  await database.close();
});
