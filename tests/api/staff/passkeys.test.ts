/** Passkeys as second factors, and what attackers would send instead. */
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { rateLimits } from "#server/db/tables/rate-limits.table.ts";
import { staffChallenges, staffPasskeys } from "#server/db/tables/staff.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { type Authenticator, createAuthenticator } from "../../support/authenticator.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// All requests come from one address, so rejected passkeys would use up the attempts of later tests.
beforeEach(async () => {
  await app.context.db.delete(rateLimits).where(sql`key like 'staff-factor-ip:%'`);
});

const origin = () => new URL(app.context.config.appUrl).origin;
const host = () => new URL(app.context.config.appUrl).hostname;

const post = (path: string, { token }: StaffPerson, body: object = {}) =>
  app.call("POST", `/api/staff/sign-in${path}`, { token, body });

const challengeOf = async (path: string, person: StaffPerson): Promise<string> =>
  (await post(path, person)).body.data.options.challenge;

/** Adds a passkey, and ends the second factor of the session again. */
async function enroll(person: StaffPerson): Promise<Authenticator> {
  const passkey = createAuthenticator(host());
  const challenge = await challengeOf("/new-passkey-options", person);
  const added = await post("/new-passkey", person, {
    credential: passkey.create(challenge, origin()),
  });
  expect(added.status).toBe(200);
  await endFactor(person);
  return passkey;
}

const endFactor = ({ sessionId }: StaffPerson) =>
  app.context.db.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.id, sessionId));

async function addPerson() {
  const person = await addStaffPerson(app.context, "owner", null);
  return { person, passkey: await enroll(person) };
}

const signInWith = (person: StaffPerson, credential: object) =>
  post("/passkey", person, { credential });

const isOpen = async ({ token }: StaffPerson) =>
  (await app.call("GET", "/api/staff/log", { token })).status === 200;

const rejected = {
  status: 400,
  body: {
    message:
      "That didn't work. Use a current code that you haven't used before, or another method.",
  },
};

it("a passkey opens the console, with one entry in the log", async () => {
  const { person, passkey } = await addPerson();
  expect(await isOpen(person)).toBe(false);
  const challenge = await challengeOf("/passkey-options", person);
  expect((await signInWith(person, passkey.sign(challenge, origin()))).status).toBe(200);
  expect(await isOpen(person)).toBe(true);
  const signIns = and(eq(staffActions.staffId, person.userId), eq(staffActions.kind, "sign-in"));
  expect(await app.context.db.$count(staffActions, signIns)).toBe(1);
});

it("a signature works once, even if it is sent several times at once, and never again", async () => {
  const { person, passkey } = await addPerson();
  const signed = passkey.sign(await challengeOf("/passkey-options", person), origin());
  const answers = await Promise.all([1, 2, 3].map(() => signInWith(person, signed)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  await endFactor(person);
  expect(await signInWith(person, signed)).toMatchObject(rejected);
  await challengeOf("/passkey-options", person);
  expect(await signInWith(person, signed)).toMatchObject(rejected);
  expect(await isOpen(person)).toBe(false);
});

it("a copied passkey is rejected, because its counter falls behind", async () => {
  const { person, passkey } = await addPerson();
  const sign = async () => passkey.sign(await challengeOf("/passkey-options", person), origin());
  expect((await signInWith(person, await sign())).status).toBe(200);
  expect((await signInWith(person, await sign())).status).toBe(200);
  await endFactor(person);
  for (const counter of [0, 1]) {
    passkey.counter = counter;
    expect(await signInWith(person, await sign()), String(counter)).toMatchObject(rejected);
  }
  expect(await isOpen(person)).toBe(false);
  const [stored] = await app.context.db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.id, passkey.id));
  expect(stored?.signatureCount).toBe(2);
});

it("a passkey of another member of staff is rejected, even under the person's own challenge", async () => {
  const { person, passkey } = await addPerson();
  const other = await addPerson();
  const challenge = await challengeOf("/passkey-options", person);
  expect(await signInWith(person, other.passkey.sign(challenge, origin()))).toMatchObject(rejected);
  // Under the ID of the person's passkey, signed by another one.
  const next = await challengeOf("/passkey-options", person);
  const forged = { ...other.passkey.sign(next, origin()), id: passkey.id, rawId: passkey.id };
  expect(await signInWith(person, forged)).toMatchObject(rejected);
  expect(await isOpen(person)).toBe(false);
});

it("a signature for the challenge of another session, another site or an expired challenge is rejected", async () => {
  const { person, passkey } = await addPerson();
  const other = await addPerson();
  const foreign = await challengeOf("/passkey-options", other.person);
  await challengeOf("/passkey-options", person);
  expect(await signInWith(person, passkey.sign(foreign, origin()))).toMatchObject(rejected);
  const challenge = await challengeOf("/passkey-options", person);
  const elsewhere = passkey.sign(challenge, "https://halaqa.example.org");
  expect(await signInWith(person, elsewhere)).toMatchObject(rejected);
  const late = await challengeOf("/passkey-options", person);
  await app.context.db
    .update(staffChallenges)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(staffChallenges.sessionId, person.sessionId));
  expect(await signInWith(person, passkey.sign(late, origin()))).toMatchObject(rejected);
  expect(await isOpen(person)).toBe(false);
});

it("a deleted passkey is rejected, and the sessions that it opened are closed", async () => {
  const { person, passkey } = await addPerson();
  const sign = async () => passkey.sign(await challengeOf("/passkey-options", person), origin());
  expect((await signInWith(person, await sign())).status).toBe(200);
  const second = createAuthenticator(host());
  const creation = await challengeOf("/new-passkey-options", person);
  const added = { credential: second.create(creation, origin()) };
  expect((await post("/new-passkey", person, added)).status).toBe(200);
  const path = `/api/staff/sign-in/passkeys/${encodeURIComponent(passkey.id)}`;
  expect((await app.call("DELETE", path, { token: person.token })).status).toBe(200);
  await endFactor(person);
  expect(await signInWith(person, await sign())).toMatchObject(rejected);
  expect(await isOpen(person)).toBe(false);
});

it("a new passkey is refused with only the password, under an old challenge, and under the ID of another's", async () => {
  const { person, passkey } = await addPerson();
  expect((await post("/new-passkey-options", person)).status).toBe(403);
  const signed = passkey.sign(await challengeOf("/passkey-options", person), origin());
  expect((await signInWith(person, signed)).status).toBe(200);
  const challenge = await challengeOf("/new-passkey-options", person);
  const created = createAuthenticator(host()).create(challenge, origin());
  const add = (credential: object) => post("/new-passkey", person, { credential });
  expect((await add(created)).status).toBe(200);
  expect(await add(created)).toMatchObject(rejected);
  const other = await addPerson();
  const again = await challengeOf("/new-passkey-options", person);
  expect(await add(other.passkey.create(again, origin()))).toMatchObject(rejected);
  expect(await app.context.db.$count(staffPasskeys, eq(staffPasskeys.userId, person.userId))).toBe(
    2,
  );
});

it("an eleventh passkey is refused with the limit, even if the tenth was added in the meantime", async () => {
  const { person, passkey } = await addPerson();
  const signed = passkey.sign(await challengeOf("/passkey-options", person), origin());
  expect((await signInWith(person, signed)).status).toBe(200);
  const challenge = await challengeOf("/new-passkey-options", person);
  const others = Array.from({ length: 9 }, () => ({
    ...{ id: createAuthenticator(host()).id, userId: person.userId, publicKey: "AAAA" },
    ...{ signatureCount: 0, transports: [] },
  }));
  await app.context.db.insert(staffPasskeys).values(others);
  const refused = {
    status: 409,
    body: { message: "You have 10 passkeys, which is the maximum. Delete one to add another." },
  };
  expect(await post("/new-passkey-options", person)).toMatchObject(refused);
  const credential = createAuthenticator(host()).create(challenge, origin());
  expect(await post("/new-passkey", person, { credential })).toMatchObject(refused);
});

it("malformed passkeys are rejected without a server error", async () => {
  const { person, passkey } = await addPerson();
  const valid = passkey.sign(await challengeOf("/passkey-options", person), origin()) as {
    response: Record<string, unknown>;
  };
  const responses = [
    {},
    { ...valid.response, signature: "" },
    { ...valid.response, signature: 7 },
    { ...valid.response, authenticatorData: "AAAA" },
    { ...valid.response, clientDataJSON: "bm9uZQ" },
    { ...valid.response, clientDataJSON: null },
  ];
  for (const response of responses) {
    await challengeOf("/passkey-options", person);
    const { status } = await signInWith(person, { ...valid, response });
    expect(status, JSON.stringify(response)).toBe(400);
  }
  expect(await isOpen(person)).toBe(false);
});
