/** Which databases a live server rejects because demo accounts could log in there. */
import { expect, onTestFinished, test } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { demoSeeds } from "#server/db/tables/seed.table.ts";
import { DemoAccountsError, refuseDemoAccounts } from "#server/demo/demo-accounts.ts";
import { createTestDatabase } from "../../support/database/database.ts";

const begun = new Date("2026-01-10T12:00:00Z");
const before = new Date("2025-07-01T12:00:00Z");
const after = new Date("2026-02-01T12:00:00Z");

type Row = Partial<typeof users.$inferInsert>;

async function databaseWith(rows: Row[], seededAt?: Date) {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  if (seededAt) await db.insert(demoSeeds).values({ id: "demo", startedAt: seededAt });
  const values = rows.map((row, index) => ({
    email: `person${index}@school.example`,
    name: "Amina",
    passwordHash: `hash ${index}`,
    createdAt: after,
    ...row,
  }));
  if (values.length > 0) await db.insert(users).values(values);
  return db;
}

test.for<[string, Row[], Date | undefined]>([
  [
    "all demo accounts exist",
    [{ email: "teacher@halaqa.test" }, { email: "student@halaqa.test" }],
    begun,
  ],
  ["one demo account is left", [{ email: "student2@halaqa.test", createdAt: before }, {}], begun],
  [
    "one demo account is left and the seed record is missing",
    [{ email: "student2@halaqa.test" }, {}],
    undefined,
  ],
  ["one demo account has another address", [{ createdAt: before }, {}], begun],
  [
    "one demo account has another address, name and password",
    [{ name: "X", passwordHash: "x", createdAt: before }],
    begun,
  ],
  ["the demo seed was interrupted", [{ email: "teacher9@halaqa.test" }], begun],
  [
    "some demo accounts were deleted",
    [
      { email: "deleted+1@deleted.invalid", deletedAt: after, createdAt: before },
      { createdAt: before },
    ],
    begun,
  ],
  [
    "several demo accounts have other addresses and the seed record is missing",
    [{ passwordHash: "the same" }, { passwordHash: "the same" }],
    undefined,
  ],
])("a live server does not start when %s", async ([, rows, seededAt]) => {
  await expect(refuseDemoAccounts(await databaseWith(rows, seededAt))).rejects.toThrow(
    DemoAccountsError,
  );
});

test.for<[string, Row[], Date | undefined]>([
  ["nobody has an account", [], undefined],
  ["only real people have accounts", [{}, {}], undefined],
  [
    "the demo's accounts were deleted, and others joined",
    [
      { email: "deleted+1@deleted.invalid", passwordHash: "", deletedAt: after, createdAt: before },
      { email: "deleted+2@deleted.invalid", passwordHash: "", deletedAt: after, createdAt: before },
      {},
    ],
    begun,
  ],
  [
    "an address only looks like one of a demo account",
    [{ email: "me@halaqa.test.example" }],
    undefined,
  ],
])("a live server starts when %s", async ([, rows, seededAt]) => {
  await expect(refuseDemoAccounts(await databaseWith(rows, seededAt))).resolves.toBeUndefined();
});
