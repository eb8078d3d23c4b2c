import { eq } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { copyDatabase } from "#server/db/copy.ts";
import { oneTimeCodes, users } from "#server/db/tables/accounts.table.ts";
import { createJobQueue, defineJob } from "#server/jobs/jobs.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/database.ts";

const log = pino({ level: "silent" });

async function createDatabase(state: "migrated" | "empty" = "migrated"): Promise<TestDatabase> {
  const database = await createTestDatabase({ state });
  onTestFinished(() => database.close());
  return database;
}

/** A database as left by a running app, including the queue's tables. */
async function createAppDatabase() {
  const database = await createDatabase();
  const jobs = await createJobQueue(database.url, log);
  onTestFinished(() => jobs.stop());
  return { ...database, jobs };
}

const amina = {
  id: "usr_amina",
  email: "amina@halaqa.test",
  name: "Amina\t\\N “ق” \n",
  passwordHash: "hash",
};

async function createFilledDatabase() {
  const source = await createAppDatabase();
  await source.db.insert(users).values(amina);
  // In the copy, this table comes before the one that it references.
  await source.db.insert(oneTimeCodes).values({
    purpose: "password-reset",
    email: amina.email,
    userId: amina.id,
    codeHash: "hash",
    expiresAt: new Date("2030-01-01T00:00:00Z"),
  });
  return source;
}

describe("copyDatabase", () => {
  it("copies every row and every reference between rows", async () => {
    const source = await createFilledDatabase();
    const target = await createAppDatabase();
    const copied = await copyDatabase(source.url, target.url);
    expect(copied).toContainEqual({ name: "public.users", rows: 1 });
    expect(await target.db.select().from(users)).toEqual(await source.db.select().from(users));
    expect(await target.db.select().from(oneTimeCodes)).toEqual(
      await source.db.select().from(oneTimeCodes),
    );
  });

  it("keeps the target's foreign keys enforced", async () => {
    const source = await createFilledDatabase();
    const target = await createAppDatabase();
    await copyDatabase(source.url, target.url);
    await target.db.delete(users).where(eq(users.id, amina.id));
    expect(await target.db.select().from(oneTimeCodes)).toEqual([]);
  });

  it("copies pending jobs", async () => {
    const source = await createFilledDatabase();
    const target = await createAppDatabase();
    const greeted: unknown[] = [];
    const greet = defineJob<{ name: string }>({
      name: "greet",
      retryLimit: 0,
      handle: async ({ name }) => {
        greeted.push(name);
      },
    });
    await source.jobs.prepare([greet]);
    await source.jobs.send(source.db, "greet", { name: "Amina" });
    await copyDatabase(source.url, target.url);
    await target.jobs.prepare([greet]);
    await target.jobs.drain();
    expect(greeted).toEqual(["Amina"]);
  });

  it("rejects a target that has rows, and changes nothing there", async () => {
    const source = await createFilledDatabase();
    const target = await createAppDatabase();
    await target.db.insert(users).values({ ...amina, id: "usr_other", name: "Other" });
    await expect(copyDatabase(source.url, target.url)).rejects.toThrow(
      "The target isn't empty: public.users contain rows.",
    );
    const names = await target.db.select({ name: users.name }).from(users);
    expect(names).toEqual([{ name: "Other" }]);
    expect(await target.db.select().from(oneTimeCodes)).toEqual([]);
  });

  it("rejects a target of another version", async () => {
    const source = await createFilledDatabase();
    const target = await createDatabase("empty");
    await expect(copyDatabase(source.url, target.url)).rejects.toThrow(
      "Both databases must have the same version",
    );
  });
});
