/** Links between Zoom users and accounts: who can create them, and how they end. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { zoomLinks } from "#server/db/tables/zoom-app.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { zoomPeople } from "../../support/zoom.ts";
import { attend } from "../live-pages/live-class.ts";
import { openInZoom } from "./zoom-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
});
afterAll(() => app.close());

const { addClass, follow } = attend(() => app);
const zoom = openInZoom(() => app);
const { deliver } = zoomPeople(() => app);

const linksOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/zoom-app/links", { token })).body.data;
const wrong = { status: 400, body: { errors: [{ field: "code" }] } };

async function startLinking(email: string) {
  const uid = zoom.newUser();
  const { ticket } = await zoom.open({ uid });
  const requested = await zoom.requestCode(ticket, email);
  return { uid, ticket, requested };
}

describe("linking a Zoom user to an account", () => {
  it("takes the code from the account's mailbox, once", async () => {
    const student = await addStudent(app.context);
    const { uid, ticket } = await startLinking(student.email);
    const code = await zoom.readCode(student.email);
    const answer = await zoom.link(ticket, student.email, code);
    expect(answer.body.data).toMatchObject({ isGuest: false, account: { email: student.email } });
    expect(await zoom.link(ticket, student.email, code)).toMatchObject(wrong);
    expect(await zoom.open({ uid })).toMatchObject({ account: { email: student.email } });
  });

  it("links an account with only the first of several simultaneous attempts", async () => {
    const student = await addStudent(app.context);
    const { ticket } = await startLinking(student.email);
    const code = await zoom.readCode(student.email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => zoom.link(ticket, student.email, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await linksOf(student)).toHaveLength(1);
  });

  it("results in one link if two accounts are linked at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = [await addStudent(app.context), await addStudent(app.context)];
      const uid = zoom.newUser();
      const { ticket } = await zoom.open({ uid });
      const linked = [];
      for (const { email } of people) {
        await zoom.requestCode(ticket, email);
        const code = await zoom.readCode(email);
        linked.push(() => zoom.link(ticket, email, code));
      }
      const answers = await Promise.all(linked.map((link) => link()));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const links = await Promise.all(people.map(linksOf));
      expect(links.flat()).toHaveLength(1);
    }
  });

  it("keeps at most five Zoom users per account, even if they are linked at once", async () => {
    const student = await addStudent(app.context);
    const linked = [];
    for (let user = 0; user < 8; user += 1) {
      const { ticket } = await startLinking(student.email);
      const code = await zoom.readCode(student.email);
      linked.push(() => zoom.link(ticket, student.email, code));
    }
    const answers = await Promise.all(linked.map((link) => link()));
    expect(answers.map(({ status }) => status)).toEqual(linked.map(() => 200));
    expect(await linksOf(student)).toHaveLength(5);
  });

  it("accepts a code only from the Zoom user who requested it", async () => {
    const student = await addStudent(app.context);
    await startLinking(student.email);
    const code = await zoom.readCode(student.email);
    const { ticket } = await zoom.open({ uid: zoom.newUser() });
    expect(await zoom.link(ticket, student.email, code)).toMatchObject(wrong);
    expect(await linksOf(student)).toEqual([]);
  });

  it("evaluates at most five guesses of a code", async () => {
    const student = await addStudent(app.context);
    const { ticket } = await startLinking(student.email);
    const code = await zoom.readCode(student.email);
    const guess = code === "000000" ? "000001" : "000000";
    await Promise.all(Array.from({ length: 20 }, () => zoom.link(ticket, student.email, guess)));
    expect((await zoom.link(ticket, student.email, code)).status).toBeGreaterThanOrEqual(400);
    expect(await linksOf(student)).toEqual([]);
  });

  it("gives addresses without an account the same response, and sends them nothing", async () => {
    const student = await addStudent(app.context);
    const known = await startLinking(student.email);
    const unknown = await startLinking("nobody@example.org");
    expect(unknown.requested.status).toBe(known.requested.status);
    expect(unknown.requested.body).toEqual(known.requested.body);
    expect(await zoom.readCode("nobody@example.org")).toBe("");
    expect(await zoom.link(unknown.ticket, "nobody@example.org", "123456")).toMatchObject(wrong);
  });

  it("doesn't accept the code of a password reset, or use its code for one", async () => {
    const student = await addStudent(app.context);
    const { ticket } = await startLinking(student.email);
    const forLink = await zoom.readCode(student.email);
    const reset = { email: student.email };
    await app.call("POST", "/api/auth/password/forgot", { body: reset });
    const forReset = await zoom.readCode(student.email);
    expect(await zoom.link(ticket, student.email, forReset)).toMatchObject(wrong);
    const verified = await app.call("POST", "/api/auth/verify", {
      body: { ...reset, code: forLink },
    });
    expect(verified.status).toBe(400);
  });

  it("refuses forged tickets, and access tokens as tickets", async () => {
    const student = await addStudent(app.context);
    for (const ticket of ["x.y.z", student.token]) {
      expect((await zoom.requestCode(ticket, student.email)).status).toBe(401);
      expect((await zoom.link(ticket, student.email, "123456")).status).toBe(401);
    }
    const { ticket } = await zoom.open();
    const asToken = await app.call("GET", "/api/zoom-app/links", { token: ticket });
    expect(asToken.status).toBe(401);
  });

  it("notifies the account's owner", async () => {
    const student = await addStudent(app.context);
    await zoom.openLinked(student);
    await app.context.jobs.drain();
    const mail = app.mails.findLast(({ to }) => to === student.email);
    expect(mail?.subject).toContain("linked to Zoom");
    expect(mail?.text).toContain("/dashboard?tab=settings");
  });

  it("keeps one account for each Zoom user, and five Zoom users for each account", async () => {
    const [one, other] = [await addStudent(app.context), await addStudent(app.context)];
    const { uid } = await zoom.openLinked(one);
    const { ticket } = await zoom.open({ uid });
    await zoom.requestCode(ticket, other.email);
    await zoom.link(ticket, other.email, await zoom.readCode(other.email));
    expect(await linksOf(one)).toEqual([]);
    for (let added = 0; added < 5; added += 1) await zoom.openLinked(other);
    expect(await linksOf(other)).toHaveLength(5);
    expect(await zoom.open({ uid })).toMatchObject({ account: null });
  });

  it("stores no ID of the Zoom user, only a hash", async () => {
    const student = await addStudent(app.context);
    const { uid } = await zoom.openLinked(student);
    const rows = await app.context.db.select().from(zoomLinks);
    expect(JSON.stringify(rows)).not.toContain(uid);
  });
});

describe("a link", () => {
  it("can be ended in the settings, which closes the open app at once", async () => {
    const { student, classId } = await addClass();
    const stranger = await addStudent(app.context);
    const opened = await zoom.openLinked(student);
    const token = opened.account.accessToken;
    const stream = await follow({ token }, classId);
    const [link] = await linksOf(student);
    const path = `/api/zoom-app/links/${link._id}`;
    expect((await app.call("DELETE", path)).status).toBe(401);
    expect((await app.call("DELETE", path, { token: stranger.token })).status).toBe(404);
    expect((await app.call("DELETE", path, { token: student.token })).status).toBe(200);
    expect((await app.call("DELETE", path, { token: student.token })).status).toBe(404);
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect(await zoom.open({ uid: opened.uid })).toMatchObject({ account: null });
  });

  it("can be ended in Zoom without ending others", async () => {
    const student = await addStudent(app.context);
    const [one, other] = [await zoom.openLinked(student), await zoom.openLinked(student)];
    const { accessToken } = one.account;
    const answer = await app.call("DELETE", "/api/zoom-app/link", { token: accessToken });
    expect(answer.status).toBe(200);
    expect(await zoom.open({ uid: one.uid })).toMatchObject({ account: null });
    expect(await zoom.open({ uid: other.uid })).toMatchObject({
      account: { name: expect.any(String) },
    });
    const inBrowser = await app.call("DELETE", "/api/zoom-app/link", { token: student.token });
    expect(inBrowser.status).toBe(200);
    expect(await linksOf(student)).toHaveLength(1);
  });

  it("is deleted when its Zoom user removes the app, unless it was made later", async () => {
    const student = await addStudent(app.context);
    const { uid } = await zoom.openLinked(student);
    const event = (at: Date, user = uid) => ({
      event: "app_deauthorized",
      event_ts: at.getTime(),
      payload: { user_id: user, account_id: "a", deauthorization_time: at.toISOString() },
    });
    expect((await deliver(event(new Date()), "another secret")).status).toBe(400);
    await deliver(event(new Date(Date.now() - 60_000)));
    await deliver(event(new Date(), zoom.newUser()));
    expect(await linksOf(student)).toHaveLength(1);
    expect((await deliver(event(new Date()))).status).toBe(200);
    expect(await linksOf(student)).toEqual([]);
    expect(await zoom.open({ uid })).toMatchObject({ account: null });
  });

  it("is in the export, without the ID of the Zoom user", async () => {
    const student = await addStudent(app.context);
    const { uid } = await zoom.openLinked(student);
    const { token } = student;
    const { body } = await app.call("GET", "/api/users/me/export", { token });
    expect(body.data.zoomLinks).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(body.data)).not.toContain(uid);
  });

  it("can't be made with a code that was requested before the password was changed", async () => {
    const student = await addStudent(app.context);
    const opened = await zoom.openLinked(student);
    const { ticket } = await startLinking(student.email);
    const code = await zoom.readCode(student.email);
    await app.call("POST", "/api/auth/password/forgot", { body: { email: student.email } });
    const reset = await app.call("POST", "/api/auth/verify", {
      body: { email: student.email, code: await zoom.readCode(student.email) },
    });
    const changed = await app.call("POST", `/api/auth/password/reset/${student.userId}`, {
      token: reset.body.data.accessToken,
      body: { password: "a new passphrase" },
    });
    expect(changed.status).toBe(200);
    expect(await zoom.link(ticket, student.email, code)).toMatchObject(wrong);
    expect(await zoom.open({ uid: opened.uid })).toMatchObject({ account: null });
  });
});
