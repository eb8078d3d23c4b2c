import { and, eq, gt, lt, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vettingStatuses } from "#lib/vetting/vetting.rules.ts";
import { sessions, users } from "#server/db/tables/accounts.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { letters } from "#server/db/tables/letters.table.ts";
import { attendances, meetings } from "#server/db/tables/meetings.table.ts";
import { certifications, educations, profiles, timeSlots } from "#server/db/tables/people.table.ts";
import { demoSeeds } from "#server/db/tables/seed.table.ts";
import { vettingDocuments, vettings } from "#server/db/tables/vetting.table.ts";
import { demoReviews, demoStudents } from "#server/demo/data/demo-data.ts";
import { isEmpty, seedDemo } from "#server/demo/seed.ts";
import { listOwedShares } from "#server/payments/owed-shares/owed-shares.ts";
import { findToday } from "#server/staff/today.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { expectCompleteDemo, expectConsistentPayments } from "../../support/demo-check.ts";
import { addAccount } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
  await seedDemo(app.context);
  // This takes minutes on a busy machine.
}, 600_000);
afterAll(() => app.close());

/** Logs in as a browser does. @returns the access token. */
async function logIn(key: string): Promise<string> {
  const body = { email: `${key}@halaqa.test`, password: "halaqa-demo" };
  const answer = await app.call("POST", "/api/auth/login", { body });
  expect(answer.status, key).toBe(200);
  return answer.body.data.accessToken;
}

/** A fingerprint of the rows of every table. */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await app.context.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await app.context.db.execute<{ print: string }>(
      sql`select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${sql.identifier(name)} t`,
    );
    prints[name] = rows[0]?.print ?? "";
  }
  return prints;
}

it("the demo seed creates everything in the demo data, with payments that the provider confirms", async () => {
  await expectCompleteDemo(app);
  await expectConsistentPayments(app);
  expect(await isEmpty(app.context)).toBe(false);
});

it("the demo seed changes nothing when it runs again", async () => {
  const before = await fingerprint();
  expect(Object.keys(before)).toContain("enrolments");
  await seedDemo(app.context);
  expect(await fingerprint()).toEqual(before);
});

it("a demo student has bookmarks, highlights, notes and a collection in the Quran reader", async () => {
  const token = await logIn("student");
  const { body } = await app.call("GET", "/api/study/export", { token });
  const kinds = Object.entries(
    Object.groupBy(body.data.items as { kind: string }[], ({ kind }) => kind),
  ).map(([kind, items]) => [kind, items?.length]);
  expect(Object.fromEntries(kinds)).toEqual({ bookmark: 3, highlight: 3, note: 3, collection: 1 });
});

describe("the demo's catalog", () => {
  const list = async (query = "") => (await app.call("GET", `/api/courses?${query}`)).body.data;

  it("shows at least 24 courses, and no drafts or archived courses", async () => {
    const { courses: shown, total } = await list("limit=100");
    expect(total).toBeGreaterThanOrEqual(24);
    expect(new Set(shown.map(({ status }: { status: string }) => status))).toEqual(
      new Set(["published"]),
    );
    const { db } = app.context;
    expect(await db.$count(courses, eq(courses.status, "draft"))).toBeGreaterThanOrEqual(2);
    expect(await db.$count(courses, eq(courses.status, "archived"))).toBeGreaterThanOrEqual(2);
  });

  it.each([
    "level=Beginner",
    "level=Intermediate",
    "level=Advanced",
    "category=Tajweed",
    "category=Memorization",
    "category=Tafsir",
    "search=arabic",
    "search=seerah",
  ])("has several courses for %s", async (query) => {
    expect((await list(query)).total).toBeGreaterThanOrEqual(2);
  });

  it("has teachers in every review state, with matching badges", async () => {
    const { db } = app.context;
    const rows = await db
      .select({ status: vettings.status, until: vettings.verifiedUntil, badge: profiles.verified })
      .from(vettings)
      .innerJoin(profiles, eq(profiles.id, vettings.teacherId));
    expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual(
      [...vettingStatuses].sort(),
    );
    expect(rows.filter(({ until, badge }) => until !== null && !badge)).toEqual([]);
    expect(await db.$count(vettingDocuments)).toBeGreaterThanOrEqual(8);
  });

  it("has letters in several states, and a teacher whom the platform owes a share", async () => {
    const rows = await app.context.db.select({ status: letters.status }).from(letters);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["draft", "paused", "sent"]));
    const owed = await listOwedShares(app.context.db);
    expect(owed).toEqual([expect.objectContaining({ name: "Sumayya Ansari" })]);
    expect(owed[0]?.owedCents).toBeGreaterThan(0);
    expect(owed[0]?.paidCents).toBeGreaterThan(0);
  });

  it("has something of each kind on the Today page of the console", async () => {
    const { context } = app;
    const owner = { userId: "", name: "", role: "owner" } as const;
    const { people, money } = await findToday(context, owner);
    const quiet = Object.entries(people ?? {}).filter(([, number]) => number === 0);
    expect(quiet).toEqual([]);
    expect(money?.disputes).toMatchObject([{ teacher: "Nur Izzati Hassan", amountCents: 5_500 }]);
    expect(money?.failedPayouts).toMatchObject([{ teacher: "Ibrahim Demir", amountCents: 12_000 }]);
    // Nothing else is wrong.
    expect(money).toMatchObject({ findings: [], lostShares: [], failedJobs: { total: 0 } });
  });

  it("has free, discounted, full, ongoing and upcoming courses, and one for all levels", async () => {
    const { db } = app.context;
    const published = eq(courses.status, "published");
    const count = (condition: ReturnType<typeof eq>) =>
      db.$count(courses, and(published, condition));
    const today = new Date().toISOString().slice(0, 10);
    expect(await count(eq(courses.priceCents, 0))).toBeGreaterThanOrEqual(2);
    expect(await count(eq(courses.hasDiscount, true))).toBeGreaterThanOrEqual(3);
    expect(await count(eq(courses.level, "All Levels"))).toBe(1);
    expect(await count(lt(courses.startDate, today))).toBeGreaterThanOrEqual(8);
    expect(await count(gt(courses.startDate, today))).toBeGreaterThanOrEqual(6);
    expect(await count(lt(courses.endDate, today))).toBe(0);
    expect(await count(gt(courses.createdAt, new Date()))).toBe(0);
    const { courses: shown } = await list("limit=100");
    const verified = shown.filter((course: { verified: boolean }) => course.verified);
    expect(verified.length).toBeGreaterThanOrEqual(5);
    expect(verified.length).toBeLessThan(shown.length);
    const full = shown.filter(
      (course: { enrolledCount: number; maxStudents: number }) =>
        course.enrolledCount === course.maxStudents,
    );
    expect(full).toHaveLength(1);
  });
});

describe("the people in the demo", () => {
  it("are teachers with certificates, education and weekly hours, and students of all ages", async () => {
    const { db } = app.context;
    for (const table of [certifications, educations, timeSlots]) {
      const rows = await db.selectDistinct({ id: table.teacherId }).from(table);
      expect(rows).toHaveLength(12);
    }
    const ages = demoStudents.map(({ profile }) => profile.age ?? 0);
    expect(Math.min(...ages)).toBe(5);
    expect(Math.max(...ages)).toBeGreaterThan(60);
    const featured = await db.$count(profiles, eq(profiles.featured, true));
    expect(featured).toBe(demoStudents.filter(({ isFeatured }) => isFeatured).length);
  });

  it("have no sessions before they log in", async () => {
    // The tests in this file log in only with the demo accounts of the README.
    const rows = await app.context.db
      .select({ email: users.email })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId));
    expect(rows.filter(({ email }) => !/^(teacher|student)[23]?@/.test(email))).toEqual([]);
  });

  it("have written testimonials", async () => {
    const answer = await app.call("GET", "/api/reviews/resource/type/app", {
      headers: { "app-id": "halaqa" },
    });
    expect(answer.status).toBe(200);
    const written = demoReviews.filter(({ course }) => course === undefined);
    expect(written.length).toBeGreaterThanOrEqual(6);
    expect(answer.body.data).toHaveLength(written.length);
  });
});

describe("the demo accounts in the README", () => {
  it.each(["teacher", "teacher2"])(
    "include %s, who sells courses and holds classes",
    async (key) => {
      const token = await logIn(key);
      const account = await app.call("GET", "/api/connect/accounts/current", { token });
      expect(account.status).toBe(200);
      const status = await app.call("GET", "/api/zoom/status", { token });
      expect(status.body.connected).toBe(true);
      const { body } = await app.call("GET", "/api/zoom/teacher/meetings", { token });
      const starts = body.meetings.map(({ startTime }: { startTime: string }) =>
        Date.parse(startTime),
      );
      expect(starts.filter((start: number) => start < Date.now()).length).toBeGreaterThan(5);
      expect(starts.filter((start: number) => start > Date.now()).length).toBeGreaterThan(2);
    },
  );

  it("include teacher3, who has set up nothing yet, so that the onboarding can be seen", async () => {
    const token = await logIn("teacher3");
    const account = await app.call("GET", "/api/connect/accounts/current", { token });
    expect(account.status).toBe(404);
    const status = await app.call("GET", "/api/zoom/status", { token });
    expect(status.body.connected).toBe(false);
  });

  it("include a student with upcoming classes and with courses still to pay for", async () => {
    const token = await logIn("student");
    const { body } = await app.call("GET", "/api/enrollment/student/enrollments", { token });
    const enrolled: string[] = body.data.map(({ courseId }: { courseId: string }) => courseId);
    expect(enrolled.length).toBeGreaterThanOrEqual(4);
    const { db } = app.context;
    const coming = await db
      .select({ courseId: meetings.courseId })
      .from(meetings)
      .where(gt(meetings.startTime, new Date()));
    expect(coming.filter(({ courseId }) => enrolled.includes(courseId)).length).toBeGreaterThan(2);
    const paid = await db
      .select({ id: courses.id })
      .from(courses)
      .where(and(eq(courses.status, "published"), gt(courses.priceCents, 0)));
    expect(paid.filter(({ id }) => !enrolled.includes(id)).length).toBeGreaterThan(10);
  });

  it.each(["student2", "student3"])("include %s, who can log in and has courses", async (key) => {
    const token = await logIn(key);
    const { body } = await app.call("GET", "/api/enrollment/student/enrollments", { token });
    expect(body.data.length).toBeGreaterThanOrEqual(2);
  });
});

it("the demo shows attendance only after the student enrolled", async () => {
  const { rows } = await app.context.db.execute(sql`
    select 1 from ${attendances} a
    join ${meetings} m on m.id = a.meeting_id
    join enrolments e on e.course_id = m.course_id and e.student_id = a.student_id
    where a.joined_at < e.enrolled_at`);
  expect(rows).toEqual([]);
});

describe("the demo seed", () => {
  it("does nothing when the database contains an account", async () => {
    const other = await createTestApp();
    try {
      await addAccount(other.context);
      expect(await isEmpty(other.context)).toBe(false);
      await seedDemo(other.context);
      expect(await other.context.db.$count(users)).toBe(1);
      expect(await other.context.db.$count(demoSeeds)).toBe(0);
    } finally {
      await other.close();
    }
  });

  it("creates no paid courses and no upcoming classes when real providers are configured", async () => {
    // Nothing listens at this address, so a call to a provider would fail.
    const nowhere = "http://127.0.0.1:9";
    const other = await createTestApp({
      env: {
        STRIPE_SECRET_KEY: "sk_test_another",
        STRIPE_API_BASE: nowhere,
        ZOOM_CLIENT_ID: "another",
        ZOOM_OAUTH_BASE: nowhere,
        ZOOM_API_BASE: nowhere,
        SMTP_URL: "smtp://127.0.0.1:9",
      },
    });
    try {
      expect(await isEmpty(other.context)).toBe(true);
      await seedDemo(other.context);
      const { db } = other.context;
      const published = await db.select().from(courses).where(eq(courses.status, "published"));
      expect(published.map(({ priceCents }) => priceCents)).toEqual([0, 0, 0]);
      expect(await db.$count(meetings, gt(meetings.startTime, new Date()))).toBe(0);
      expect(await isEmpty(other.context)).toBe(false);
    } finally {
      await other.close();
    }
  });
});
