/** The states of a teacher's review, and who can change them. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { staffMembers } from "#server/db/tables/staff.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";
import { credentials, daysFromNow, pdf, verification, vettingActions } from "./support.ts";

let app: TestApp;
let queued: QueuedMail[];
let moderator: StaffPerson;
let other: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
  other = await addStaffPerson(app.context, "moderator");
});
afterAll(() => app.close());

const { call, staffCall, upload, addSubmitted, addVerified, readVersion, verify, readPublic } =
  vettingActions(() => app);

const mailsTo = (email: string) => queued.filter(({ to }) => to === email);
const actionsAbout = (userId: string) =>
  app.context.db.select().from(staffActions).where(eq(staffActions.subjectId, userId));

describe("submitting", () => {
  it("requires a credential, and a document or link that proves it", async () => {
    const teacher = await addTeacher(app.context);
    const empty = await call(teacher, "POST", "/submission");
    expect([empty.status, empty.body.message]).toEqual([
      400,
      "Add and save a certificate, an ijazah or your education first.",
    ]);
    await call(teacher, "PUT", "/credentials", { ...credentials, certifications: [] });
    const unproven = await call(teacher, "POST", "/submission");
    expect([unproven.status, unproven.body.message]).toEqual([
      400,
      "Upload a document or add a verification link first.",
    ]);
    expect((await upload(teacher, pdf)).status).toBe(201);
    const submitted = await call(teacher, "POST", "/submission");
    expect(submitted.body.data).toMatchObject({
      status: "submitted",
      lastEvent: { kind: "submitted" },
    });
    expect((await call(teacher, "POST", "/submission")).status).toBe(409);
  });

  it("can be undone until staff decide", async () => {
    const teacher = await addSubmitted();
    expect((await call(teacher, "DELETE", "/submission")).body.data.status).toBe("draft");
    expect((await call(teacher, "DELETE", "/submission")).status).toBe(409);
    expect((await verify(moderator, teacher)).status).toBe(409);
  });

  it("is for teachers only, and names every invalid field", async () => {
    const student = await addStudent(app.context);
    expect((await call(student, "GET", "/")).status).toBe(403);
    expect((await call(student, "POST", "/submission")).status).toBe(403);
    expect((await app.call("GET", "/api/vetting")).status).toBe(401);
    const teacher = await addTeacher(app.context);
    const { status, body } = await call(teacher, "PUT", "/credentials", {
      ...credentials,
      ijazahs: [{ reading: "", year: 1, chain: [], verificationUrl: "javascript:alert(1)" }],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "ijazahs.0.chain",
      "ijazahs.0.reading",
      "ijazahs.0.verificationUrl",
      "ijazahs.0.year",
    ]);
  });
});

describe("a review by staff", () => {
  it("of oneself is refused while someone else can review, whatever the decision", async () => {
    const teacher = await addSubmitted();
    const own = await promote(app.context, teacher, "moderator");
    const version = await readVersion(moderator, teacher);
    const path = `/${teacher.profileId}`;
    const answers = [
      await verify(own, teacher),
      await staffCall(own, "POST", `${path}/changes`, { reason: "Nothing.", version }),
      await staffCall(own, "POST", `${path}/notes`, { text: "A good teacher." }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await readPublic(teacher)).toEqual({ verified: false });
    expect((await verify(moderator, teacher)).status).toBe(200);
    await staffCall(own, "POST", `${path}/withdrawal`, { reason: "Mine.", version: version + 1 });
    expect(await readPublic(teacher)).toMatchObject({ verified: true });
  });

  it("verifies the teacher's courses too, until the verification is withdrawn", async () => {
    const teacher = await addSubmitted();
    const courseId = await addCourse(app.context, teacher);
    const isVerified = async () =>
      (await app.call("GET", `/api/courses/${courseId}`)).body.data.verified;
    expect(await isVerified()).toBe(false);
    await verify(moderator, teacher);
    expect(await isVerified()).toBe(true);
    const version = await readVersion(moderator, teacher);
    const withdrawal = { reason: "The certificate was another person's.", version };
    await staffCall(moderator, "POST", `/${teacher.profileId}/withdrawal`, withdrawal);
    expect(await isVerified()).toBe(false);
  });

  it("can verify a teacher until a date, with one log entry, one email and a public badge", async () => {
    const teacher = await addSubmitted();
    expect(await readPublic(teacher)).toEqual({ verified: false });
    const { status, body } = await verify(moderator, teacher);
    expect([status, body.data.status, body.data.verifiedUntil]).toEqual([
      200,
      "verified",
      verification.until,
    ]);
    expect(await readPublic(teacher)).toEqual({
      verified: true,
      verification: { scope: verification.scope, until: verification.until },
    });
    expect(await actionsAbout(teacher.userId)).toMatchObject([
      {
        kind: "verify-teacher",
        staffId: moderator.userId,
        reason: verification.reason,
        details: { scope: verification.scope, until: verification.until },
      },
    ]);
    const [mail, ...others] = mailsTo(teacher.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("You're now a verified teacher on Halaqa");
    expect(mail?.text).toContain(verification.reason);
    expect(mail?.text).toContain("Identity, Ijazah");
    expect(mail?.text).toContain("/dashboard/verification");
  });

  it("results in one decision when two reviewers decide at the same moment", async () => {
    const teacher = await addSubmitted();
    const version = await readVersion(moderator, teacher);
    const answers = await Promise.all([
      verify(moderator, teacher, { version }),
      staffCall(other, "POST", `/${teacher.profileId}/changes`, { reason: "Unreadable.", version }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await actionsAbout(teacher.userId)).toHaveLength(1);
    expect(mailsTo(teacher.email)).toHaveLength(1);
    const isVerified = answers[0]?.status === 200;
    expect((await readPublic(teacher)).verified).toBe(isVerified);
  });

  it("is refused for credentials that have changed since they were read, and changes nothing", async () => {
    const teacher = await addSubmitted();
    const version = await readVersion(moderator, teacher);
    await call(teacher, "PUT", "/credentials", { ...credentials, ijazahs: [] });
    expect((await verify(moderator, teacher, { version })).status).toBe(409);
    expect((await readPublic(teacher)).verified).toBe(false);
    expect(await actionsAbout(teacher.userId)).toEqual([]);
    expect(mailsTo(teacher.email)).toEqual([]);
  });

  it("can request changes with a reason, which the teacher reads and can act on", async () => {
    const teacher = await addSubmitted();
    const version = await readVersion(moderator, teacher);
    const path = `/${teacher.profileId}/changes`;
    expect((await staffCall(moderator, "POST", path, { reason: " ", version })).status).toBe(400);
    const reason = "Please upload the back as well.";
    expect((await staffCall(moderator, "POST", path, { reason, version })).status).toBe(200);
    expect((await call(teacher, "GET", "/")).body.data).toMatchObject({
      status: "changes-requested",
      isVerified: false,
      lastEvent: { kind: "changes-requested", reason },
    });
    expect(mailsTo(teacher.email).at(-1)?.text).toContain(reason);
    expect((await call(teacher, "POST", "/submission")).body.data.status).toBe("submitted");
  });

  it("can withdraw a verification, and the teacher can submit again", async () => {
    const teacher = await addVerified(moderator);
    const version = await readVersion(other, teacher);
    const path = `/${teacher.profileId}/withdrawal`;
    const reason = "The issuer doesn't know the certificate.";
    expect((await staffCall(other, "POST", path, { reason, version })).status).toBe(200);
    expect(await readPublic(teacher)).toEqual({ verified: false });
    expect(mailsTo(teacher.email).at(-1)?.subject).toBe(
      "We've withdrawn your verification on Halaqa",
    );
    expect((await actionsAbout(teacher.userId)).map(({ kind }) => kind).toSorted()).toEqual([
      "verify-teacher",
      "withdraw-verification",
    ]);
    const again = await readVersion(other, teacher);
    expect((await staffCall(other, "POST", path, { reason, version: again })).status).toBe(409);
    expect((await call(teacher, "POST", "/submission")).body.data.status).toBe("submitted");
  });

  it("can withdraw the verification of a teacher who was verified before reviews existed", async () => {
    const teacher = await addTeacher(app.context);
    await app.context.db
      .update(profiles)
      .set({ verified: true })
      .where(eq(profiles.id, teacher.profileId));
    expect(await readPublic(teacher)).toEqual({ verified: true });
    const version = await readVersion(moderator, teacher);
    const body = { reason: "Nobody has checked it.", version };
    const path = `/${teacher.profileId}/withdrawal`;
    expect((await staffCall(moderator, "POST", path, body)).status).toBe(200);
    expect(await readPublic(teacher)).toEqual({ verified: false });
  });

  it("requires a scope, and a date in the next five years", async () => {
    const teacher = await addSubmitted();
    const refused = [
      { scope: [] },
      { scope: ["everything"] },
      { until: daysFromNow(0) },
      { until: daysFromNow(3_000) },
      { until: "soon" },
      { reason: "" },
    ];
    for (const overrides of refused) {
      expect((await verify(moderator, teacher, overrides)).status, JSON.stringify(overrides)).toBe(
        400,
      );
    }
    expect((await readPublic(teacher)).verified).toBe(false);
  });

  it("sends an email in the teacher's language", async () => {
    const teacher = await addSubmitted();
    await app.context.db.update(users).set({ language: "ar" }).where(eq(users.id, teacher.userId));
    await verify(moderator, teacher);
    expect(mailsTo(teacher.email).at(-1)?.subject).toContain("أصبحت معلّمًا موثّقًا");
  });

  it("hides interview notes from the teacher and the log", async () => {
    const teacher = await addSubmitted();
    const text = "Recited very well.";
    const noted = await staffCall(moderator, "POST", `/${teacher.profileId}/notes`, { text });
    expect(noted.body.data.events.at(-1)).toMatchObject({ kind: "note", reason: text });
    expect(JSON.stringify((await call(teacher, "GET", "/")).body)).not.toContain(text);
    expect(await actionsAbout(teacher.userId)).toMatchObject([
      { kind: "note-on-teacher", reason: "" },
    ]);
    expect(mailsTo(teacher.email)).toEqual([]);
    const exported = await app.call("GET", "/api/users/me/export", { token: teacher.token });
    expect(exported.body.data.vettingEvents).toMatchObject([{ kind: "submitted" }]);
    expect(JSON.stringify(exported.body)).not.toContain(text);
  });

  it("hides interview notes from teachers who are reviewers themselves", async () => {
    const teacher = await addSubmitted();
    const text = "Hesitated in Surah al-Baqarah.";
    await staffCall(moderator, "POST", `/${teacher.profileId}/notes`, { text });
    for (const role of ["moderator", "owner"] as const) {
      await app.context.db.delete(staffMembers).where(eq(staffMembers.userId, teacher.userId));
      const own = await promote(app.context, teacher, role);
      const { body } = await staffCall(own, "GET", `/${teacher.profileId}`);
      expect(body.data.events).toMatchObject([{ kind: "submitted" }]);
      expect(JSON.stringify(body)).not.toContain(text);
    }
    const read = await staffCall(other, "GET", `/${teacher.profileId}`);
    expect(read.body.data.events).toContainEqual(expect.objectContaining({ reason: text }));
  });
});

describe("a verified teacher", () => {
  it("keeps the badge when the same credentials are saved again", async () => {
    const teacher = await addVerified(moderator);
    await call(teacher, "PUT", "/credentials", credentials);
    expect((await readPublic(teacher)).verified).toBe(true);
  });

  it.each([
    ["a certificate in the form for credentials", { certifications: [] }],
    ["an ijazah", { ijazahs: [] }],
    ["the education", { educationBackground: [] }],
  ])("loses the badge by changing %s", async (_, changed) => {
    const teacher = await addVerified(moderator);
    const { body } = await call(teacher, "PUT", "/credentials", { ...credentials, ...changed });
    expect(body.data).toMatchObject({
      status: "draft",
      isVerified: false,
      verifiedUntil: null,
      lastEvent: { kind: "changed" },
    });
    expect(await readPublic(teacher)).toEqual({ verified: false });
  });

  it.each([
    ["a certificate", { certifications: [] }],
    ["the name", { name: "Someone Else" }],
  ])("loses the badge by changing %s in the profile", async (_, changed) => {
    const teacher = await addVerified(moderator);
    const path = `/api/teachers/${teacher.profileId}`;
    const kept = { name: teacher.actor.name, bio: "Another text." };
    await app.call("PATCH", path, { token: teacher.token, body: kept });
    expect((await readPublic(teacher)).verified).toBe(true);
    await app.call("PATCH", path, { token: teacher.token, body: changed });
    expect((await readPublic(teacher)).verified).toBe(false);
  });

  it("keeps the badge while a renewal waits, and until its end if changes are requested", async () => {
    const teacher = await addVerified(moderator);
    expect((await call(teacher, "POST", "/submission")).body.data).toMatchObject({
      status: "submitted",
      isVerified: true,
      verifiedUntil: verification.until,
    });
    const version = await readVersion(moderator, teacher);
    const body = { reason: "Please add the new certificate.", version };
    await staffCall(moderator, "POST", `/${teacher.profileId}/changes`, body);
    expect((await readPublic(teacher)).verified).toBe(true);
    await call(teacher, "POST", "/submission");
    const until = daysFromNow(700);
    await verify(moderator, teacher, { until });
    expect((await readPublic(teacher)).verification.until).toBe(until);
  });
});

describe("the list of the console", () => {
  it("shows teachers who wait for a review, longest first, and others on request", async () => {
    const first = await addSubmitted();
    const second = await addSubmitted();
    const verified = await addVerified(moderator, { until: daysFromNow(10) });
    const listed = async (query: string): Promise<string[]> =>
      (await staffCall(moderator, "GET", query)).body.data.rows.map(
        ({ _id }: { _id: string }) => _id,
      );
    const waiting = await listed("");
    expect(waiting.indexOf(first.profileId)).toBeGreaterThan(-1);
    expect(waiting.indexOf(first.profileId)).toBeLessThan(waiting.indexOf(second.profileId));
    expect(waiting).not.toContain(verified.profileId);
    expect(await listed("?view=expiring")).toEqual([verified.profileId]);
    expect(await listed("?view=verified")).toContain(verified.profileId);
    expect(await listed(`?view=all&search=${first.email}`)).toEqual([first.profileId]);
    const today = await app.call("GET", "/api/staff/today", { token: moderator.token });
    expect(today.body.data.people.submittedTeachers).toBeGreaterThanOrEqual(2);
    const csv = await app.app.request("/api/staff/teachers/export.csv", {
      headers: { authorization: `Bearer ${moderator.token}` },
    });
    expect(await csv.text()).toContain(first.profileId);
  });
});
