/** Opening the app in Zoom: which contexts are accepted, and what the session is allowed to do. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Language } from "#lib/languages.ts";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent } from "../../support/people.ts";
import { appClaims, sealAppContext } from "../../support/zoom-app-context.ts";
import { attend } from "../live-pages/live-class.ts";
import { openInZoom } from "./zoom-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { LANGUAGES: "en,ar" } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

const { addClass, send, read, follow } = attend(() => app);
const zoom = openInZoom(() => app);
const expired = { success: false, message: expect.stringContaining("expired") };

describe("a context from Zoom", () => {
  it("opens the app once, and never again, however it is encoded", async () => {
    const context = zoom.issueContext();
    expect((await zoom.exchange(context)).status).toBe(200);
    const bytes = Buffer.from(context, "base64url");
    for (const repeated of [context, bytes.toString("base64"), `${context}=`]) {
      expect(await zoom.exchange(repeated)).toMatchObject({ status: 401, body: expired });
    }
  });

  it("opens the app once when it is sent many times at once", async () => {
    const context = zoom.issueContext();
    const answers = await Promise.all(Array.from({ length: 12 }, () => zoom.exchange(context)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(11);
  });

  it("is refused if it was changed, has expired, or was issued for another app", async () => {
    const { clientId, clientSecret } = app.config.zoom;
    const changed = Buffer.from(zoom.issueContext(), "base64url");
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    const past = Date.now() - 300_000;
    const refused = [
      changed.toString("base64url"),
      zoom.issueContext({ ts: past, exp: past + 116_000 }),
      zoom.issueContext({ aud: "another-app" }),
      zoom.issueContext({ iss: "example.com" }),
      sealAppContext(appClaims(clientId), { clientSecret: `${clientSecret}x` }),
      "not a context",
    ];
    for (const context of refused) {
      expect(await zoom.exchange(context)).toMatchObject({ status: 401, body: expired });
    }
  });

  it("is refused if it contains text that can't be stored, or is valid for days", async () => {
    const day = 24 * 60 * 60_000;
    const refused = [
      { uid: "a\0b" },
      { mid: "a\0b" },
      { act: "a\0b" },
      { act: "\ud800" },
      { exp: Date.now() + 2 * day },
      { exp: 1e300 },
    ];
    const uid = zoom.newUser();
    for (const claims of refused) {
      const context = zoom.issueContext({ uid, ...claims });
      expect(await zoom.exchange(context)).toMatchObject({ status: 401, body: expired });
    }
  });

  it("is refused with 400 if it is missing, too long or not a string", async () => {
    for (const context of [undefined, "", 7, ["x"], "A".repeat(5_000)]) {
      const answer = await app.call("POST", "/api/zoom-app/session", { body: { context } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: "context" }] } });
    }
  });

  it("without a user opens the app for a guest, who can't link an account", async () => {
    const { email } = await addStudent(app.context);
    const session = await zoom.open({ uid: undefined });
    expect(session).toMatchObject({ isGuest: true, account: null });
    expect((await zoom.requestCode(session.ticket, email)).status).toBe(403);
    expect((await zoom.link(session.ticket, email, "123456")).status).toBe(403);
  });

  it("of a Zoom user who isn't linked doesn't open any account", async () => {
    expect(await zoom.open({ uid: zoom.newUser() })).toMatchObject({
      isGuest: false,
      account: null,
    });
  });
});

describe("the session of the app", () => {
  it("follows the class with the rights of the enrollment, not with the role in Zoom", async () => {
    const { student, teacher, classId } = await addClass();
    const opened = await zoom.openLinked(student, { attendrole: "host" });
    expect(opened.account).toMatchObject({
      name: student.actor.name,
      email: student.email,
      place: { kind: "class", _id: classId, isHost: false, isCanceled: false, hasEnded: false },
    });
    const token = opened.account.accessToken;
    expect((await read({ token }, classId)).body.data.role).toBe("participant");
    const stream = await follow({ token }, classId);
    const asHost = [
      { command: "share", from: "2:255", to: "2:257" },
      { command: "stop" },
      { command: "go", verse: "2:255" },
      { command: "point", verse: "2:255", word: 1 },
      { command: "show", gloss: true },
      { command: "lock", locked: true },
      { command: "lead", profileId: student.profileId },
      { command: "cohosts", profileIds: [student.profileId] },
      { command: "recite", profileId: student.profileId },
      { command: "lower", profileId: teacher.profileId },
    ];
    for (const command of asHost) {
      const answer = await send({ token }, classId, command);
      expect(answer.status, command.command).toBeGreaterThanOrEqual(400);
      expect(answer.status, command.command).toBeLessThan(500);
    }
    expect((await send({ token }, classId, { command: "raise" })).status).toBe(200);
    const host = await zoom.openLinked(teacher, { attendrole: "participant" });
    expect(host.account.place).toMatchObject({ kind: "class", isHost: true });
    const shared = await send({ token: host.account.accessToken }, classId, asHost[0] ?? {});
    expect(shared.status).toBe(200);
    await expect.poll(() => stream.latest("state")?.state.current).toBe("2:255");
  });

  it("is shown in the language of the account if the site offers it", async () => {
    const student = await addStudent(app.context);
    const { uid, account } = await zoom.openLinked(student);
    expect(account.language).toBe("en");
    const choose = (language: Language) =>
      app.context.db.update(users).set({ language }).where(eq(users.id, student.userId));
    await choose("ar");
    expect((await zoom.open({ uid })).account.language).toBe("ar");
    await choose("es");
    expect((await zoom.open({ uid })).account.language).toBe("en");
  });

  it("has a token that names the app and lasts for 15 minutes", async () => {
    const { account } = await zoom.openLinked(await addStudent(app.context));
    const [, payload = ""] = account.accessToken.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(claims).toMatchObject({ app: "zoom", exp: claims.iat + 15 * 60 });
  });

  it("stays the same for further contexts, and ends when none follows", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const student = await addStudent(app.context);
    const opened = await zoom.openLinked(student);
    const sidOf = ({ account }: { account: { accessToken: string } }) =>
      JSON.parse(Buffer.from(account.accessToken.split(".")[1] ?? "", "base64url").toString()).sid;
    vi.setSystemTime(Date.now() + 14 * 60_000);
    const renewed = await zoom.open({ uid: opened.uid });
    expect(sidOf(renewed)).toBe(sidOf(opened));
    vi.setSystemTime(Date.now() + 25 * 60_000);
    const later = await zoom.open({ uid: opened.uid });
    expect(sidOf(later)).not.toBe(sidOf(opened));
  });

  it("ends its streams, and the link, when the account's sessions are ended", async () => {
    const { student, classId } = await addClass();
    const opened = await zoom.openLinked(student);
    const token = opened.account.accessToken;
    const stream = await follow({ token }, classId);
    await revokeSessions(app.context.db, { userId: student.userId });
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect((await read({ token }, classId)).status).toBe(401);
    expect(await zoom.open({ uid: opened.uid })).toMatchObject({ account: null });
  });

  it("isn't listed among the browsers that are logged in", async () => {
    const student = await addStudent(app.context);
    await zoom.openLinked(student);
    const { body } = await app.call("GET", "/api/users/me/sessions", { token: student.token });
    expect(body.data).toHaveLength(1);
  });

  it("doesn't open for a deleted account", async () => {
    const { userId, email } = await addStudent(app.context);
    const opened = await zoom.openLinked({ email });
    await app.context.db.transaction((tx) => erasePerson(tx, { id: userId, email }));
    expect(await zoom.open({ uid: opened.uid })).toMatchObject({ account: null });
  });
});
