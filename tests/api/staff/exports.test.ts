/** Exports of the console's tables: every row exactly once, however many there are. */
import { desc, eq, ilike, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#lib/languages.ts";
import { staffSections } from "#lib/staff/staff-navigation.ts";
import { mailSuppressions } from "#server/db/tables/mail-suppressions.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { listStaffCalls } from "#server/staff/staff-route.ts";
import { readWholeTable } from "#server/staff/staff-table.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Adds addresses that get no letters, the simplest rows that can be exported. */
async function addRows(domain: string, count: number): Promise<string[]> {
  const emails = Array.from(
    { length: count },
    (_, index) => `row-${String(index).padStart(5, "0")}@${domain}`,
  );
  const values = emails.map((email) => ({ email, reason: "rejected" as const }));
  for (let start = 0; start < count; start += 1_000) {
    await app.context.db.insert(mailSuppressions).values(values.slice(start, start + 1_000));
  }
  return emails;
}

const rowsOf = (db: TestApp["context"]["db"], condition = sql`true`) => ({
  rows: db.select().from(mailSuppressions).where(condition).$dynamic(),
  sortable: { email: mailSuppressions.email },
  order: desc(mailSuppressions.createdAt),
  key: mailSuppressions.id,
  id: desc(mailSuppressions.id),
});

it("each row of a table is read once, however many pages the export has", async () => {
  const { db } = app.context;
  const emails = await addRows("once.example", 50);
  await db.execute(sql`create sequence read_rows`);
  const isCounted = sql`${ilike(mailSuppressions.email, "%@once.example")} and nextval('read_rows') > 0`;
  const exported: string[] = [];
  await db.transaction(async (tx) => {
    const source = rowsOf(tx, isCounted);
    for await (const page of readWholeTable(tx, { sort: "email" }, source, (row) => row.email, 5)) {
      exported.push(...page);
    }
  });
  expect(exported).toEqual(emails);
  const read = await db.execute<{ count: string }>(sql`select last_value as count from read_rows`);
  expect(Number(read.rows[0]?.count)).toBe(50);
});

it("an export of several thousand rows has each of them once, although rows are added and removed in the meantime", async () => {
  const { db } = app.context;
  const emails = await addRows("busy.example", 4_321);
  const exported: string[] = [];
  await db.transaction(
    async (tx) => {
      const source = rowsOf(tx, ilike(mailSuppressions.email, "%@busy.example"));
      const pages = readWholeTable(tx, { sort: "-email" }, source, (row) => row.email);
      for await (const page of pages) {
        exported.push(...page);
        const number = exported.length;
        await db
          .insert(mailSuppressions)
          .values({ email: `row-00000-${number}@busy.example`, reason: "rejected" });
        await db
          .delete(mailSuppressions)
          .where(eq(mailSuppressions.email, emails[number - 2] ?? ""));
      }
    },
    { isolationLevel: "repeatable read" },
  );
  expect(exported).toEqual(emails.toReversed());
});

it("every table with rows is exported completely", async () => {
  const owner = await addStaffPerson(app.context, "owner");
  const teacher = await addTeacher(app.context);
  await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  const send = (path: string, body: object) =>
    app.call("POST", `/api/staff${path}`, { token: owner.token, body });
  await send(`/courses/${courseId}/hide`, { reason: "The description links to another site." });
  await send("/letters", { kind: "newsletter" });
  await addRows("complete.example", 3);
  const tables = listStaffCalls()
    .filter(({ path }) => path.endsWith("/export.csv"))
    .map(({ path }) => path.slice(0, -"/export.csv".length))
    .filter((path) => !/\/(payouts|revenue|payments|premium)$/.test(path));
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const { body } = await app.call("GET", `${table}?view=all`, { token: owner.token });
    const { total } = body.data;
    expect(total, table).toBeGreaterThan(0);
    const file = await app.call("GET", `${table}/export.csv?view=all`, { token: owner.token });
    expect(file.status, table).toBe(200);
    const [entry] = await app.context.db
      .select()
      .from(staffActions)
      .orderBy(desc(staffActions.createdAt), desc(staffActions.id))
      .limit(1);
    expect(entry, table).toMatchObject({ details: { rows: total } });
  }
});

describe("the words of an export", () => {
  /** Exports a table for an owner who reads a language. */
  const read = async (table: string, language: Language) => {
    const { token } = await addStaffPerson(app.context, "owner");
    const path = `/api/staff/${table}/export.csv?view=all`;
    const { body } = await runWithLanguage(language, () => app.call("GET", path, { token }));
    const [, ...lines] = String(body).trimEnd().split("\r\n");
    return lines.map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell));
  };

  it("are those of the page, in the reader's language, and never codes", async () => {
    const owner = await addStaffPerson(app.context, "owner");
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher, { title: "Worded course" });
    const { token } = owner;
    const report = { about: "course", id: courseId, category: "scam", details: "It's an ad." };
    const reason = "The description links to another site.";
    const answers = [
      await app.call("POST", "/api/reports", { token: student.token, body: report }),
      await app.call("POST", `/api/staff/courses/${courseId}/hide`, { token, body: { reason } }),
      await app.call("POST", "/api/staff/letters", { token, body: { kind: "newsletter" } }),
      await app.call("PUT", "/api/staff/settings/signUps", {
        token,
        body: { value: { open: true }, seenAt: null },
      }),
    ];
    expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true));
    await addRows("worded.example", 1);

    const code = /^[a-z]+(?:-[a-z]+)*$/;
    // The log names sections and settings, and has their IDs in a column of their own.
    const ids: readonly unknown[] = [
      ...staffSections.map(({ name }) => name),
      "suppressions",
      "premium",
    ];
    const tables = listStaffCalls()
      .filter(({ path }) => path.endsWith("/export.csv"))
      .map(({ path }) => path.slice("/api/staff/".length, -"/export.csv".length));
    const codes: string[] = [];
    for (const table of tables) {
      for (const cells of await read(table, "ar")) {
        const found = cells.filter((cell = "") => code.test(cell) && !ids.includes(cell));
        codes.push(...found.map((cell) => `${table}: ${cell}`));
      }
    }
    expect(codes).toEqual([]);

    const course = (await read("courses", "fr")).find(([id]) => id === courseId);
    expect(course).toContain("Publié, Masqué");
    const cases = (await read("cases", "fr")).filter((cells) => cells.includes("Worded course"));
    expect(cases.map((cells) => cells.slice(1, 3))).toContainEqual(["Signalement", "Cours"]);
    const entries = (await read("log", "es")).filter((cells) => cells.includes(courseId));
    expect(entries).toEqual([
      expect.arrayContaining(["Curso ocultado", "Curso", "Worded course", courseId, reason]),
    ]);
  });
});
