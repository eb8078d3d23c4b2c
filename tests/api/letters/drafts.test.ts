/** Writing letters in the console: drafts, previews, tests, recipients and the log. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { suppressAddress } from "#server/mail/suppressions.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { addDraft, addSubscriber, callLetters, english, noTexts, startLetter } from "./support.ts";

let app: TestApp;
let owner: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
  owner = await addStaffPerson(app.context, "owner");
  support = await addStaffPerson(app.context, "support");
});
afterAll(() => app.close());

const read = async (id: string) => (await callLetters(app, owner, "GET", `/${id}`)).body.data;

const actionsAbout = async (id: string) => {
  const rows = await app.context.db
    .select({ kind: staffActions.kind })
    .from(staffActions)
    .where(eq(staffActions.subjectId, id))
    .orderBy(staffActions.createdAt, staffActions.id);
  return rows.map(({ kind }) => kind);
};

it("each change of a letter adds one entry to the log, and a refused change adds none", async () => {
  await addSubscriber(app, "log@example.org");
  const id = await addDraft(app, support, "newsletter");
  const refused = await callLetters(app, support, "PUT", `/${id}`, {
    ...(await read(id)),
    revision: 1,
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Someone changed this letter in the meantime. Reload the page to see the changes.",
  ]);
  const { status } = await callLetters(app, support, "POST", `/${id}/test`, { language: "ar" });
  expect(status).toBe(200);
  await startLetter(app, owner, id);
  for (const change of ["pause", "continue", "stop"]) {
    expect((await callLetters(app, owner, "POST", `/${id}/${change}`)).status, change).toBe(200);
  }
  expect((await callLetters(app, owner, "POST", `/${id}/continue`)).status).toBe(409);
  expect((await actionsAbout(id)).sort()).toEqual(
    [
      "create-letter",
      "change-letter",
      "test-letter",
      "send-letter",
      "pause-letter",
      "continue-letter",
      "stop-letter",
    ].sort(),
  );
  const other = await addDraft(app, support, "policy");
  expect((await callLetters(app, support, "DELETE", `/${other}`)).status).toBe(200);
  expect((await actionsAbout(other)).sort()).toEqual(
    ["create-letter", "change-letter", "delete-letter"].sort(),
  );
});

it("the log names a letter by its subject, and leads to it", async () => {
  const id = await addDraft(app, support, "newsletter");
  const { token } = owner;
  const { body } = await app.call("GET", `/api/staff/log?search=${id}`, { token });
  expect(body.data.rows).toMatchObject(
    body.data.rows.map(() => ({ subjectKind: "letter", subjectName: english.subject })),
  );
  expect(body.data.total).toBeGreaterThan(0);
});

it("only an owner sends or continues a letter, and support may pause it", async () => {
  await addSubscriber(app, "roles@example.org");
  const id = await addDraft(app, support, "newsletter");
  const body = { revision: 2, recipients: (await read(id)).recipients };
  expect((await callLetters(app, support, "POST", `/${id}/send`, body)).status).toBe(403);
  expect((await callLetters(app, owner, "POST", `/${id}/send`, body)).status).toBe(200);
  expect((await callLetters(app, support, "POST", `/${id}/pause`)).status).toBe(200);
  expect((await callLetters(app, support, "POST", `/${id}/continue`)).status).toBe(403);
  expect((await callLetters(app, support, "POST", `/${id}/stop`)).status).toBe(200);
});

it("a letter isn't sent if the number of addresses differs from the one that the owner confirmed", async () => {
  const id = await addDraft(app, owner, "newsletter");
  const { revision, recipients } = await read(id);
  await addSubscriber(app, "late@example.org");
  const answer = await callLetters(app, owner, "POST", `/${id}/send`, { revision, recipients });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe(
    `The number of recipients has changed to ${recipients + 1}. Please confirm it again.`,
  );
  expect((await read(id)).status).toBe("draft");
});

it("a letter without a complete English text, or with half a translation, isn't sent", async () => {
  const id = await addDraft(app, owner, "newsletter", { texts: noTexts });
  const { recipients } = await read(id);
  const send = (revision: number) =>
    callLetters(app, owner, "POST", `/${id}/send`, { revision, recipients });
  const message =
    "Please write a subject and a message, or leave this language empty. English is required.";
  expect((await send(2)).body.errors).toEqual([
    { field: "texts.en.subject", message },
    { field: "texts.en.body", message },
  ]);
  const half = { ...english, body: "" };
  await callLetters(app, owner, "PUT", `/${id}`, {
    ...(await read(id)),
    texts: { ...noTexts, en: english, fr: half },
  });
  expect((await send(3)).body.errors).toEqual([{ field: "texts.fr.body", message }]);
});

it("a preview shows the email in the chosen language and theme, and English replaces a missing text", async () => {
  const ar = {
    subject: "أخبار",
    preheader: "",
    body: "- **واحد**\n- [رابط](https://example.org/)",
  };
  const id = await addDraft(app, support, "newsletter", {
    texts: { ...noTexts, en: { ...english, body: "<script>alert(1)</script>" }, ar },
  });
  const preview = async (query: string) =>
    (await callLetters(app, support, "GET", `/${id}/preview?${query}`)).body as string;
  const arabic = await preview("language=ar&theme=dark");
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain("<strong>واحد</strong>");
  expect(arabic).toContain('href="https://example.org/"');
  expect(arabic).toContain("/newsletter/unsubscribe?token=");
  expect(arabic).toContain("@media all");
  const french = await preview("language=fr");
  expect(french).toContain('<html lang="en" dir="ltr">');
  expect(french).not.toContain("<script>");
  expect(french).toContain("@media not all");
});

it("a test of a letter goes only to the member of staff who requested it", async () => {
  const id = await addDraft(app, support, "policy");
  await app.context.jobs.drain();
  const before = app.mails.length;
  await callLetters(app, support, "POST", `/${id}/test`, { language: "en" });
  await app.context.jobs.drain();
  expect(app.mails.slice(before)).toMatchObject([
    { to: support.email, subject: "Test: News", text: expect.stringContaining("Hello all.") },
  ]);
});

it("subscribers are counted by language, and suppressed addresses are left out", async () => {
  await addSubscriber(app, "arabic@example.org", "ar");
  await addSubscriber(app, "dead@example.org", "ar");
  await suppressAddress(app.context.db, { email: "dead@example.org", reason: "staff", note: "" });
  const id = await addDraft(app, owner, "newsletter", { language: "ar" });
  expect((await read(id)).recipients).toBe(1);
});

it("a policy notice goes to accounts by role and activity, and to confirmed guardians once", async () => {
  const counts = async (changes: object) => {
    const id = await addDraft(app, owner, "policy", changes);
    return (await read(id)).recipients as number;
  };
  const before = { all: await counts({}), students: await counts({ audience: "students" }) };
  await addTeacher(app.context);
  const guardian = { age: 9, parentGuardianContact: "parent@example.org" };
  const child = await addStudent(app.context, guardian);
  await addStudent(app.context, guardian);
  const unconfirmed = await addStudent(app.context, {
    age: 10,
    parentGuardianContact: "stranger@example.org",
  });
  await app.context.db
    .update(profiles)
    .set({ guardianConfirmed: null })
    .where(eq(profiles.id, unconfirmed.profileId));
  expect(await counts({})).toBe(before.all + 5);
  expect(await counts({ audience: "students" })).toBe(before.students + 4);
  const active = await counts({ audience: "students", activeDays: 30 });
  await app.context.db
    .update(sessions)
    .set({ lastUsedAt: new Date(Date.now() - 40 * 24 * 60 * 60_000) })
    .where(eq(sessions.userId, child.userId));
  expect(await counts({ audience: "students", activeDays: 30 })).toBe(active - 1);
});

it("letters are listed, filtered and found by their subject", async () => {
  const id = await addDraft(app, support, "policy", {
    texts: { ...noTexts, en: { ...english, subject: "New terms in May" } },
  });
  const list = async (query: string) =>
    (await callLetters(app, support, "GET", `?${query}`)).body.data;
  expect((await list("search=terms in may&sort=-created")).rows).toMatchObject([
    { _id: id, kind: "policy", status: "draft", subject: "New terms in May" },
  ]);
  expect((await list("search=terms in may&status=sent")).total).toBe(0);
  const { body } = await callLetters(app, support, "GET", "/export.csv?search=terms in may");
  const [head, ...lines] = String(body)
    .replaceAll(/["\uFEFF]/g, "")
    .trim()
    .split("\r\n");
  expect(head).toBe(
    "Letter,Subject,Kind,Status,Recipients,Created,Started,Sent,Waiting,Skipped,Failed",
  );
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${id},New terms in May,Policy notice,Draft,Everyone with an account,.*,,0,0,0,0$`,
      ),
    ),
  ]);
});

it("staff add and remove suppressed addresses, and the log names no address", async () => {
  const { token } = support;
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/staff/suppressions${path}`, { token, ...(body && { body }) });
  const entry = { email: "Complains@Example.org", reason: "complaint", note: "Listed by Postmark" };
  expect((await call("POST", "", entry)).status).toBe(200);
  expect((await call("POST", "", entry)).status).toBe(409);
  const exported = String((await call("GET", "/export.csv")).body).replaceAll('"', "");
  expect(exported).toContain("complains@example.org,Complaint or bounce,Listed by Postmark");
  const [row] = (await call("GET", "?search=complains@&reason=complaint")).body.data.rows;
  expect(row).toMatchObject({ email: "complains@example.org", note: "Listed by Postmark" });
  expect((await call("DELETE", `/${row._id}`)).status).toBe(200);
  expect((await call("DELETE", `/${row._id}`)).status).toBe(404);
  expect((await actionsAbout(row._id)).sort()).toEqual(["release-address", "suppress-address"]);
  const logged = await app.context.db
    .select()
    .from(staffActions)
    .where(eq(staffActions.subjectId, row._id));
  expect(JSON.stringify(logged)).not.toContain("complains@");
});
