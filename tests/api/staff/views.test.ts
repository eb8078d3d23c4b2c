/** Viewing the site as a person: who may start it, what is shown, what can't change, and how it ends. */
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewMinutes } from "#lib/staff/staff.rules.ts";
import { sessions, users } from "#server/db/tables/accounts.table.ts";
import { staffMembers, staffViews } from "#server/db/tables/staff.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { endDueViews, endView } from "#server/staff/views/views.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { asActor, reason, viewActions } from "./view-support.ts";

let app: TestApp;
let support: StaffPerson;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
  support = await addStaffPerson(app.context, "support");
});
afterAll(() => app.close());

const { start, addView } = viewActions(() => app);

const mailsTo = ({ email }: { email: string }) =>
  queued.filter(({ to, subject }) => to === email && subject.includes("viewed your"));

const actionsAbout = (userId: string) =>
  app.context.db
    .select({ kind: staffActions.kind, staffId: staffActions.staffId, reason: staffActions.reason })
    .from(staffActions)
    .where(eq(staffActions.subjectId, userId))
    .orderBy(staffActions.createdAt);

describe("starting a view", () => {
  it("requires a reason, and the role of an owner or support", async () => {
    const { userId } = await addStudent(app.context);
    expect((await start(support, userId, { reason: " " })).status).toBe(400);
    for (const role of ["moderator", "bookkeeper"] as const) {
      expect((await start(await addStaffPerson(app.context, role), userId)).status, role).toBe(403);
    }
    expect((await start(await addStaffPerson(app.context, "owner"), userId)).status).toBe(200);
    expect(await actionsAbout(userId)).toMatchObject([{ kind: "start-view", reason }]);
  });

  it("is impossible for accounts of staff and for accounts that don't exist", async () => {
    const other = await addStaffPerson(app.context, "bookkeeper");
    expect((await start(support, other.userId)).status).toBe(409);
    expect((await start(support, "usr_none")).status).toBe(404);
    expect(await actionsAbout(other.userId)).toEqual([]);
  });

  it("ends the earlier view of the session, even if two start at once", async () => {
    const people = await Promise.all([1, 2, 3].map(() => addStudent(app.context)));
    const staff = await addStaffPerson(app.context, "support");
    await Promise.all(people.map(({ userId }) => start(staff, userId)));
    const open = and(eq(staffViews.sessionId, staff.sessionId), isNull(staffViews.endedAt));
    expect(await app.context.db.$count(staffViews, open)).toBe(1);
    expect(people.flatMap(mailsTo)).toHaveLength(2);
  });
});

describe("a view", () => {
  it("applies only to the session in which it was started, for thirty minutes", async () => {
    const { id, find, staff } = await addView(await addStudent(app.context));
    expect(await find()).toMatchObject({ id, actor: { view: id } });
    expect(await find({ ...asActor(staff), sessionId: support.sessionId })).toBeUndefined();
    const [row] = await app.context.db.select().from(staffViews).where(eq(staffViews.id, id));
    const minutes = ((row?.expiresAt.getTime() ?? 0) - (row?.startedAt.getTime() ?? 0)) / 60_000;
    expect(Math.round(minutes)).toBe(viewMinutes);
    await app.context.db
      .update(staffViews)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(staffViews.id, id));
    expect(await find()).toBeUndefined();
  });

  it("isn't shown to a member of staff with another role, or once the person has become staff or was deleted", async () => {
    const person = await addStudent(app.context);
    const { find, staff } = await addView(person);
    const moderator = { role: "moderator", secondFactorAt: new Date() } as const;
    expect(await find({ ...asActor(staff), staff: moderator })).toBeUndefined();
    const { db } = app.context;
    await db.insert(staffMembers).values({ userId: person.userId, role: "support" });
    expect(await find()).toBeUndefined();
    await db.delete(staffMembers).where(eq(staffMembers.userId, person.userId));
    expect(await find()).toBeDefined();
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, person.userId));
    expect(await find()).toBeUndefined();
  });

  it.each([
    ["its time has passed", { of: "view" }],
    ["the staff session has ended", { of: "session" }],
    ["the staff session was deleted", { of: "deleted session" }],
    ["the second factor has expired", { of: "factor" }],
    ["the role was removed", { of: "role" }],
  ])("ends automatically when %s", async (_, { of }) => {
    const person = await addStudent(app.context);
    const { id, staff } = await addView(person);
    const { db } = app.context;
    await endDueViews(app.context);
    expect(mailsTo(person)).toEqual([]);
    const past = new Date(Date.now() - 24 * 60 * 60_000);
    const ofSession = eq(sessions.id, staff.sessionId);
    if (of === "view") {
      await db.update(staffViews).set({ expiresAt: past }).where(eq(staffViews.id, id));
    } else if (of === "session") {
      await db.update(sessions).set({ revokedAt: new Date() }).where(ofSession);
    } else if (of === "deleted session") await db.delete(sessions).where(ofSession);
    else if (of === "factor") {
      await db.update(sessions).set({ secondFactorAt: past }).where(ofSession);
    } else await db.delete(staffMembers).where(eq(staffMembers.userId, staff.userId));
    await Promise.all([endDueViews(app.context), endDueViews(app.context)]);
    expect(mailsTo(person)).toHaveLength(1);
    expect((await actionsAbout(person.userId)).map(({ kind }) => kind)).toEqual([
      "start-view",
      "end-view",
    ]);
  });

  it("sends an email when it ends, in the person's language, and to a child's guardian", async () => {
    const child = await addStudent(app.context, {
      age: 11,
      parentGuardianName: "Rabia",
      parentGuardianContact: "rabia-of-a-view@example.org",
    });
    const { db } = app.context;
    await db.update(users).set({ language: "fr" }).where(eq(users.id, child.userId));
    const { staff, id } = await addView(child);
    expect(queued.filter(({ to }) => to === child.email)).toEqual([]);
    await endView(app.context, support, id);
    expect(queued.filter(({ to }) => to === child.email)).toEqual([]);
    await endView(app.context, staff.staff, id);
    await endView(app.context, staff.staff, id);
    const mails = queued.filter(({ to }) => to === child.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("a consulté votre compte");
    expect(mails[0]?.text).toContain(reason);
    expect(queued.filter(({ to }) => to === "rabia-of-a-view@example.org")).toHaveLength(1);
    expect(await actionsAbout(child.userId)).toHaveLength(2);
  });
});
