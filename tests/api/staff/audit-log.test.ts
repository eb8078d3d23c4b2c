/** The audit log and the change that it records: both happen, or neither does. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { settingKeys } from "#lib/settings/settings.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { mailSuppressions } from "#server/db/tables/mail-suppressions.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { listStaffCalls } from "#server/staff/staff-route.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { type EntryRefusal, prepareRefusal } from "../../support/refused-entries.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { caseActions } from "../cases/support.ts";
import {
  addDraft,
  addSubscriber,
  callLetters,
  english,
  noTexts,
  startLetter,
} from "../letters/support.ts";
import { daysFromNow, verification, vettingActions } from "../vetting/support.ts";

let app: TestApp;
let owner: StaffPerson;
let refusal: EntryRefusal;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
  owner = await addStaffPerson(app.context, "owner");
  await addSubscriber(app, "reader@learn.example");
  refusal = await prepareRefusal(app.context.db);
});
afterEach(() => refusal.allow());
afterAll(() => app.close());

const { addReportedComment } = caseActions(() => app);
const { addSubmitted, addVerified, readVersion } = vettingActions(() => app);

const reason = "The description links to another site.";
const send = (method: string, path: string, body?: object) =>
  app.call(method, `/api/staff${path}`, { token: owner.token, ...(body && { body }) });

interface Change {
  path: string;
  body?: object;
}

const addLetter = () => addDraft(app, owner, "newsletter");
const readLetter = async (id: string) => (await callLetters(app, owner, "GET", `/${id}`)).body.data;

async function addStarted(): Promise<string> {
  const id = await addLetter();
  await startLetter(app, owner, id);
  return id;
}

async function addSuspended() {
  const { userId } = await addStudent(app.context);
  const body = { until: daysFromNow(20), reason, seenAction: null };
  expect((await send("POST", `/people/${userId}/suspend`, body)).status).toBe(200);
  const [row] = await app.context.db.select().from(users).where(eq(users.id, userId));
  if (!row?.suspendedAt || !row.suspendedUntil) throw new Error("Nobody was suspended");
  return { userId, since: row.suspendedAt, until: row.suspendedUntil };
}

const onCase =
  (path: string, body: (row: { id: string; version: number }) => object) =>
  async (): Promise<Change> => {
    const { row } = await addReportedComment();
    return { path: `/cases/${row.id}/${path}`, body: body(row) };
  };

async function onTeacher(
  path: string,
  teacher: Awaited<ReturnType<typeof addSubmitted>>,
  body: object,
): Promise<Change> {
  const version = await readVersion(owner, teacher);
  return { path: `/teachers/${teacher.profileId}/${path}`, body: { version, ...body } };
}

const settingValues: Record<string, unknown> = {
  supportAddress: "help@learn.example",
  legalEntity: { name: "Halaqa", address: "1 Road", registration: "" },
  onCallAddresses: ["alarm@learn.example"],
  platformFee: { rates: [{ percent: 12, from: "2026-01-01T00:00:00.000Z" }], exceptions: [] },
  minimumPrice: 9,
  aboutFigures: [],
  aboutTestimonials: [],
  announcement: {
    text: { en: "Closed on Friday." },
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: "2026-02-01T00:00:00.000Z",
  },
  signUps: { open: false },
  vetting: { unverifiedMayPublish: false, minorsNeedVerified: true },
};

/** A change for each call, which succeeds once. */
const changes: Record<string, () => Promise<Change>> = {
  "post /letters": async () => ({ path: "/letters", body: { kind: "newsletter" } }),
  "put /letters/:id": async () => {
    const id = await addLetter();
    const { audience, revision } = await readLetter(id);
    const texts = { ...noTexts, en: { ...english, subject: "Other news" } };
    const rest = { language: null, activeDays: null, ratePerHour: 100 };
    return { path: `/letters/${id}`, body: { audience, revision, texts, ...rest } };
  },
  "delete /letters/:id": async () => ({ path: `/letters/${await addLetter()}` }),
  "post /letters/:id/test": async () => ({
    path: `/letters/${await addLetter()}/test`,
    body: { language: "en" },
  }),
  "post /letters/:id/send": async () => {
    const id = await addLetter();
    const { revision, recipients } = await readLetter(id);
    return { path: `/letters/${id}/send`, body: { revision, recipients } };
  },
  "post /letters/:id/pause": async () => ({ path: `/letters/${await addStarted()}/pause` }),
  "post /letters/:id/stop": async () => ({ path: `/letters/${await addStarted()}/stop` }),
  "post /letters/:id/continue": async () => {
    const id = await addStarted();
    await send("POST", `/letters/${id}/pause`);
    return { path: `/letters/${id}/continue` };
  },
  "post /suppressions": async () => ({
    path: "/suppressions",
    body: { email: "stop@learn.example", reason: "staff", note: "" },
  }),
  "delete /suppressions/:id": async () => {
    const [row] = await app.context.db
      .insert(mailSuppressions)
      .values({ email: "again@learn.example", reason: "rejected" })
      .returning();
    return { path: `/suppressions/${row?.id}` };
  },
  "put /cases/:id/assignee": onCase("assignee", () => ({ assign: true, seenAssignee: null })),
  "post /cases/:id/notes": onCase("notes", () => ({
    text: "I called the author.",
    kind: "note",
    requestId: randomUUID(),
  })),
  "post /cases/:id/replies": onCase("replies", () => ({
    text: "Thank you for your report.",
    to: "reporter",
    requestId: randomUUID(),
  })),
  "post /cases/:id/decision": onCase("decision", ({ version }) => ({
    outcome: "hide-content",
    reason,
    version,
  })),
  "post /cases/:id/closing": onCase("closing", ({ version }) => ({ version })),
  "post /teachers/:id/verification": async () =>
    onTeacher("verification", await addSubmitted(), verification),
  "post /teachers/:id/changes": async () => onTeacher("changes", await addSubmitted(), { reason }),
  "post /teachers/:id/withdrawal": async () =>
    onTeacher("withdrawal", await addVerified(owner), { reason }),
  "post /teachers/:id/notes": async () =>
    onTeacher("notes", await addSubmitted(), { text: "The teacher recited well." }),
  "post /views": async () => ({
    path: "/views",
    body: { userId: (await addStudent(app.context)).userId, reason },
  }),
  "post /courses/:id/hide": async () => {
    const courseId = await addCourse(app.context, await addTeacher(app.context));
    return { path: `/courses/${courseId}/hide`, body: { reason } };
  },
  "post /courses/:id/show": async () => {
    const courseId = await addCourse(app.context, await addTeacher(app.context));
    await send("POST", `/courses/${courseId}/hide`, { reason });
    return { path: `/courses/${courseId}/show`, body: { reason } };
  },
  "post /people/:id/suspend": async () => ({
    path: `/people/${(await addStudent(app.context)).userId}/suspend`,
    body: { until: daysFromNow(20), reason, seenAction: null },
  }),
  "post /people/:id/warn": async () => ({
    path: `/people/${(await addStudent(app.context)).userId}/warn`,
    body: { reason, seenAction: null },
  }),
  "post /people/:id/reinstate": async () => {
    const { userId, since } = await addSuspended();
    return {
      path: `/people/${userId}/reinstate`,
      body: { reason, seenSince: since.toISOString() },
    };
  },
  "put /people/:id/suspension-end": async () => {
    const { userId, until } = await addSuspended();
    const body = { until: daysFromNow(40), reason, seenUntil: until.toISOString() };
    return { path: `/people/${userId}/suspension-end`, body };
  },
  ...Object.fromEntries(
    settingKeys.map((key) => [
      `put /settings/${key}`,
      async () => ({
        path: `/settings/${key}`,
        body: { value: settingValues[key] ?? [], seenAt: null },
      }),
    ]),
  ),
};

/** Where the entries of the other calls are counted, because these calls need a payment or a passkey. */
const countedElsewhere: Record<string, string> = {
  "delete /sign-in/passkeys/:id": "tests/api/staff/second-factor.test.ts",
  "post /letters/:id/resend": "tests/api/letters/failures.test.ts",
  "post /today/failed-jobs/:id/retry": "tests/api/staff/staff-lists.test.ts",
  "post /payments/:id/refund": "tests/api/payments/console/staff-refunds.test.ts",
  "put /payments/:id/disputes/:disputeId": "tests/api/payments/console/staff-disputes.test.ts",
  "post /payments/:id/disputes/:disputeId/files":
    "tests/api/payments/console/staff-disputes.test.ts",
  "delete /payments/:id/disputes/:disputeId/files/:fileId":
    "tests/api/payments/console/staff-disputes.test.ts",
  "post /payments/:id/disputes/:disputeId/submit":
    "tests/api/payments/console/staff-disputes.test.ts",
  "post /payments/premium/:id/refund": "tests/api/plans/console.test.ts",
  "post /payouts/:teacherId/paid": "tests/api/payments/owed-shares.test.ts",
  "post /payouts/:teacherId/voided": "tests/api/payments/owed-shares.test.ts",
};

it("every change in the console is in one of these lists", () => {
  const declared = listStaffCalls()
    .filter(({ method, isSignIn }) => method !== "get" && !isSignIn)
    .map(({ method, path }) => `${method} ${path.slice("/api/staff".length)}`);
  expect([...Object.keys(changes), ...Object.keys(countedElsewhere)].sort()).toEqual(
    declared.sort(),
  );
});

it.each(Object.entries(changes))(
  "%s leaves no entry and no change if its transaction fails, and one entry if it succeeds",
  async (call, prepare) => {
    const { path, body } = await prepare();
    const method = (call.split(" ")[0] ?? "").toUpperCase();
    const before = await app.context.db.$count(staffActions);
    const added = async () => (await app.context.db.$count(staffActions)) - before;
    await refusal.refuse();
    expect((await send(method, path, body)).status).toBe(500);
    await refusal.allow();
    expect(await added()).toBe(0);
    // The same request succeeds only if the first one has changed nothing.
    const answer = await send(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    expect(await added()).toBe(1);
  },
);
