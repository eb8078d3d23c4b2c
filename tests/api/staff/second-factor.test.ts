import { and, eq, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { rateLimits } from "#server/db/tables/rate-limits.table.ts";
import {
  staffAuthenticators,
  staffPasskeys,
  staffRecoveryCodes,
} from "#server/db/tables/staff.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";

let app: TestApp;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp();
  queued = keepQueuedMails(app);
});
afterAll(() => app.close());

// All requests come from one address, so wrong codes of one test would use up the attempts of others.
const resetAddress = () =>
  app.context.db.delete(rateLimits).where(sql`key like 'staff-factor-ip:%'`);
beforeEach(async () => {
  await resetAddress();
});

const mailsTo = ({ email }: StaffPerson) => queued.filter(({ to }) => to === email);

const post = (path: string, { token }: StaffPerson, body: object = {}) =>
  app.call("POST", `/api/staff/sign-in${path}`, { token, body });

const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Adds an authenticator app and ends the second factor of the session again. */
async function enroll(person: StaffPerson) {
  const { secret, uri, qr } = (await post("/authenticator", person)).body.data;
  const answer = await post("/authenticator/confirm", person, { code: codeOf(secret) });
  expect(answer.status).toBe(200);
  await app.context.db
    .update(sessions)
    .set({ secondFactorAt: null })
    .where(eq(sessions.id, person.sessionId));
  return { secret, uri, qr, recoveryCodes: answer.body.data.recoveryCodes as string[] };
}

const newPerson = () => addStaffPerson(app.context, "owner", null);

const openConsole = async ({ token }: StaffPerson) =>
  (await app.call("GET", "/api/staff/log", { token })).status;

const readState = async ({ token }: StaffPerson) =>
  (await app.call("GET", "/api/staff/sign-in", { token })).body.data;

/** A code that hasn't been used, because it belongs to the next period. */
const nextCode = (secret: string) => codeOf(secret, Date.now() + 30_000);

describe("adding the first second factor", () => {
  it("shows a key and a QR code, opens the console, and gives ten recovery codes", async () => {
    const person = await newPerson();
    expect(await readState(person)).toMatchObject({ state: "enroll", hasAuthenticator: false });
    const { secret, uri, qr } = (await post("/authenticator", person)).body.data;
    expect(uri).toContain(`secret=${secret}`);
    expect(qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);
    expect(await openConsole(person)).toBe(401);
    const { body } = await post("/authenticator/confirm", person, { code: codeOf(secret) });
    expect(new Set(body.data.recoveryCodes).size).toBe(10);
    expect(await openConsole(person)).toBe(200);
    expect(await readState(person)).toMatchObject({ state: "ready", recoveryCodesLeft: 10 });
  });

  it("stores the key encrypted and the recovery codes as hashes", async () => {
    const person = await newPerson();
    const { secret, recoveryCodes } = await enroll(person);
    const [app1] = await app.context.db
      .select()
      .from(staffAuthenticators)
      .where(eq(staffAuthenticators.userId, person.userId));
    const codes = await app.context.db
      .select()
      .from(staffRecoveryCodes)
      .where(eq(staffRecoveryCodes.userId, person.userId));
    expect(JSON.stringify(app1)).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(JSON.stringify(codes)).not.toContain(code.replaceAll("-", ""));
    }
  });

  it("doesn't allow adding another one with only the password", async () => {
    const person = await newPerson();
    await enroll(person);
    expect((await post("/authenticator", person)).status).toBe(403);
    expect((await post("/new-passkey-options", person)).status).toBe(403);
    expect((await post("/recovery-codes", person)).status).toBe(403);
    expect((await post("/authenticator/confirm", person, { code: "123456" })).status).toBe(403);
  });
});

describe("replacing the authenticator app", () => {
  const addApp = async (person: StaffPerson) =>
    (await post("/authenticator", person)).body.data.secret as string;

  it("works in the same half minute in which the old one was used, and is in the log", async () => {
    const person = await newPerson();
    const first = await enroll(person);
    expect((await post("/code", person, { code: nextCode(first.secret) })).status).toBe(200);
    const secret = await addApp(person);
    const code = nextCode(secret);
    expect((await post("/authenticator/confirm", person, { code })).status).toBe(200);
    expect((await post("/code", person, { code })).status).toBe(400);
    const added = and(
      eq(staffActions.staffId, person.userId),
      eq(staffActions.kind, "add-authenticator"),
    );
    expect(await app.context.db.$count(staffActions, added)).toBe(2);
  });

  it("with a wrong code keeps the old one", async () => {
    // Otherwise the previous period can be the one in which the person enrolled.
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    try {
      const person = await newPerson();
      const { secret } = await enroll(person);
      expect((await post("/code", person, { code: nextCode(secret) })).status).toBe(200);
      const other = await addApp(person);
      expect((await post("/authenticator/confirm", person, { code: "000000" })).status).toBe(400);
      expect((await post("/code", person, { code: nextCode(other) })).status).toBe(400);
      const previous = codeOf(secret, Date.now() - 30_000);
      expect((await post("/code", person, { code: previous })).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("entering the second factor", () => {
  it("opens the console only for the session in which it was entered", async () => {
    const person = await newPerson();
    const { secret } = await enroll(person);
    expect(await readState(person)).toMatchObject({ state: "verify" });
    expect((await post("/code", person, { code: nextCode(secret) })).status).toBe(200);
    expect(await openConsole(person)).toBe(200);
    const [other] = await app.context.db
      .insert(sessions)
      .values({
        userId: person.userId,
        tokenHash: `other ${person.userId}`,
        lastUsedAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      })
      .returning();
    const [own] = await app.context.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, other?.id ?? "")));
    expect(own?.secondFactorAt).toBeNull();
  });

  it("accepts a code once, even if it is sent several times at once", async () => {
    const person = await newPerson();
    const { secret } = await enroll(person);
    const code = nextCode(secret);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post("/code", person, { code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await post("/code", person, { code })).status).toBe(400);
  });

  it("gives wrong, used, old and malformed codes the same answer", async () => {
    const person = await newPerson();
    const { secret } = await enroll(person);
    const codes = [
      "000000",
      codeOf(secret),
      codeOf(secret, Date.now() - 600_000),
      "",
      "abc",
      "9".repeat(50),
    ];
    const answers = [];
    for (const code of codes) answers.push(await post("/code", person, { code }));
    answers.push(await post("/recovery-code", person, { code: "never-given-out" }));
    const credential = {
      id: "x",
      rawId: "x",
      type: "public-key",
      response: {},
      clientExtensionResults: {},
    };
    answers.push(await post("/passkey", person, { credential }));
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: answers[0]?.status, body: answers[0]?.body });
    }
    expect(answers[0]?.status).toBe(400);
  });

  it("accepts a recovery code once", async () => {
    const person = await newPerson();
    const { recoveryCodes } = await enroll(person);
    const [code = ""] = recoveryCodes;
    const entered = code.toUpperCase().replaceAll("-", " ");
    expect((await post("/recovery-code", person, { code: entered })).status).toBe(200);
    expect(await openConsole(person)).toBe(200);
    expect((await post("/recovery-code", person, { code })).status).toBe(400);
    expect(await readState(person)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it("is blocked for a quarter of an hour after ten wrong codes, and no longer", async () => {
    const person = await newPerson();
    const { secret } = await enroll(person);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => post("/code", person, { code: "000000" })),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect((await post("/code", person, { code: nextCode(secret) })).status).toBe(429);
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ["Date"] });
    try {
      // The access token has expired by then.
      const { renewToken } = await import("../../support/people.ts");
      const actor = {
        userId: person.userId,
        sessionId: person.sessionId,
        email: person.email,
        name: "",
        profile: { id: "", role: "student" as const },
      };
      const { token } = await renewToken(app.context, { ...person, actor, profileId: "" });
      const answer = await post("/code", { ...person, token }, { code: codeOf(secret) });
      expect(answer.status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is blocked after sixty wrong codes in a day, however often the owner logs in", async () => {
    const person = await newPerson();
    const { recoveryCodes } = await enroll(person);
    const statuses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const guesses = await Promise.all(
        Array.from({ length: 9 }, () => post("/code", person, { code: "000000" })),
      );
      statuses.push(...guesses.map(({ status }) => status));
      // A successful log-in resets the attempts of the quarter of an hour.
      if (round < 6) await post("/recovery-code", person, { code: recoveryCodes[round] });
      await resetAddress();
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });

  it("adds one entry to the audit log, and a rejected code adds none", async () => {
    const person = await newPerson();
    const { secret, recoveryCodes } = await enroll(person);
    await post("/code", person, { code: "000000" });
    await post("/code", person, { code: nextCode(secret) });
    await post("/recovery-code", person, { code: recoveryCodes[0] });
    await post("/recovery-codes", person);
    const actions = await app.context.db
      .select({ kind: staffActions.kind })
      .from(staffActions)
      .where(eq(staffActions.staffId, person.userId));
    expect(actions.map(({ kind }) => kind).sort()).toEqual(
      ["add-authenticator", "renew-recovery-codes", "sign-in", "use-recovery-code"].sort(),
    );
  });
});

describe("removing a passkey", () => {
  const addPasskeys = (person: StaffPerson, ...names: string[]) =>
    app.context.db.insert(staffPasskeys).values(
      names.map((id) => ({
        id: `${id} ${person.userId}`,
        userId: person.userId,
        publicKey: "",
        signatureCount: 0,
        userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
      })),
    );
  const remove = (person: StaffPerson, name: string, owner = person) =>
    app.call(
      "DELETE",
      `/api/staff/sign-in/passkeys/${encodeURIComponent(`${name} ${owner.userId}`)}`,
      {
        token: person.token,
      },
    );
  const addOwner = () => addStaffPerson(app.context, "owner");
  const listed = async (person: StaffPerson) =>
    (await readState(person)).passkeys.map(({ _id }: { _id: string }) => _id.split(" ")[0]);

  it("deletes it, is recorded in the log, and is emailed to the person", async () => {
    const person = await addOwner();
    await addPasskeys(person, "phone", "laptop");
    const { passkeys } = await readState(person);
    const devices = passkeys.map(({ device }: { device: string }) => device);
    expect(devices).toEqual(Array(2).fill("Firefox on Windows"));
    expect((await remove(person, "phone")).status).toBe(200);
    expect(await listed(person)).toEqual(["laptop"]);
    expect((await remove(person, "phone")).status).toBe(404);
    const removed = and(
      eq(staffActions.staffId, person.userId),
      eq(staffActions.kind, "remove-passkey"),
    );
    expect(await app.context.db.$count(staffActions, removed)).toBe(1);
    expect(mailsTo(person)).toMatchObject([
      { text: expect.stringContaining("A passkey was deleted from your staff account.") },
    ]);
  });

  it("keeps one second factor, even if all are removed at once", async () => {
    const person = await addOwner();
    await addPasskeys(person, "phone", "laptop", "key");
    const answers = await Promise.all(
      ["phone", "laptop", "key"].map((name) => remove(person, name)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(await listed(person)).toHaveLength(1);
    await enroll(person);
    await app.context.db
      .update(sessions)
      .set({ secondFactorAt: new Date() })
      .where(eq(sessions.id, person.sessionId));
    const [last = ""] = await listed(person);
    expect((await remove(person, last)).status).toBe(200);
  });

  it("is possible only for the person, with the second factor", async () => {
    const [person, other] = [await addOwner(), await addOwner()];
    await addPasskeys(person, "phone", "laptop");
    expect((await remove(other, "phone", person)).status).toBe(404);
    await app.context.db
      .update(sessions)
      .set({ secondFactorAt: null })
      .where(eq(sessions.id, person.sessionId));
    expect((await remove(person, "phone")).status).toBe(401);
    expect(await listed(person)).toEqual([]);
  });

  it("ends the second factor in the person's other sessions, and so does a new app", async () => {
    const person = await addOwner();
    await addPasskeys(person, "phone", "laptop");
    const openElsewhere = async () => {
      const [session] = await app.context.db
        .insert(sessions)
        .values({
          userId: person.userId,
          tokenHash: `elsewhere ${Math.random()}`,
          lastUsedAt: new Date(),
          expiresAt: new Date(Date.now() + 60_000),
          secondFactorAt: new Date(),
        })
        .returning();
      return async () => {
        const id = session?.id ?? "";
        const [found] = await app.context.db.select().from(sessions).where(eq(sessions.id, id));
        return found?.secondFactorAt;
      };
    };
    const first = await openElsewhere();
    expect((await remove(person, "phone")).status).toBe(200);
    expect(await first()).toBeNull();
    expect(await openConsole(person)).toBe(200);
    const second = await openElsewhere();
    const { secret } = (await post("/authenticator", person)).body.data;
    await post("/authenticator/confirm", person, { code: codeOf(secret) });
    expect(await second()).toBeNull();
  });
});

describe("emails about the second factor", () => {
  it("report each change to the person, and a rejected one once", async () => {
    const person = await newPerson();
    const { secret, recoveryCodes } = await enroll(person);
    await post("/code", person, { code: "000000" });
    await post("/code", person, { code: "111111" });
    await post("/recovery-code", person, { code: recoveryCodes[0] });
    await post("/recovery-codes", person);
    const lines = mailsTo(person).map(({ text }) => text);
    const expected = [
      "An authenticator app was added to your staff account.",
      "Someone logged in with your password, but entered the wrong second factor.",
      "A recovery code was used to open the console.",
      "The recovery codes of your staff account were replaced.",
    ];
    expect(lines).toEqual(expected.map((line) => expect.stringContaining(line)));
    for (const text of lines) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(recoveryCodes[0]);
    }
  });

  it("aren't sent for a usual log-in", async () => {
    const person = await newPerson();
    const { secret } = await enroll(person);
    const before = mailsTo(person).length;
    expect((await post("/code", person, { code: nextCode(secret) })).status).toBe(200);
    expect(mailsTo(person)).toHaveLength(before);
  });
});
