import { eq } from "drizzle-orm";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findActor } from "#server/accounts/sessions/access-token.ts";
import { getSigningKey, listPublicKeys } from "#server/accounts/sessions/signing-keys.ts";
import { signingKeys, users } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { join, type Member, newEmail, openConnections, readCode } from "./browser.ts";

const day = 24 * 60 * 60_000;
const start = new Date("2027-03-01T10:00:00Z").getTime();
const env = {
  RATE_LIMIT_FACTOR: "1000",
  APP_SECRET: "shared by both processes, as in a deployment",
};

let app: TestApp;
let member: Member;
beforeAll(async () => {
  app = await createTestApp({ env });
  member = await join(app);
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

const freeze = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now });
const find = (token: string) => findActor(app.context, token);

/** The member's own claims with changes, signed again with the application's key. */
async function resign(changes: {
  claims?: Record<string, unknown>;
  header?: Record<string, string>;
}) {
  const key = await getSigningKey(app.context);
  return new SignJWT({ ...decodeJwt(member.token), ...changes.claims })
    .setProtectedHeader({ alg: "EdDSA", kid: key.id, typ: "at+jwt", ...changes.header })
    .sign(key.privateKey);
}

describe("an access token", () => {
  test("identifies the person and reflects the current state of the database", async () => {
    const teacher = await join(app);
    expect(await find(teacher.token)).toEqual({
      userId: teacher.id,
      sessionId: expect.stringMatching(/^ses_/),
      email: teacher.email,
      name: "Amina Yusuf",
      photo: null,
      profile: null,
    });
    const [profile] = await app.context.db
      .insert(profiles)
      .values({
        userId: teacher.id,
        role: "teacher",
        name: "Ustadha Amina",
        searchName: "ustadha amina",
        country: "Egypt",
        profileImageUrl: "/uploads/amina.webp",
      })
      .returning();
    expect(await find(teacher.token)).toMatchObject({
      name: "Ustadha Amina",
      profile: { id: profile?.id, role: "teacher" },
    });
    const { body } = await teacher.browser.post("/refresh");
    expect(decodeJwt(body.data.accessToken)).toMatchObject({
      id: teacher.id,
      email: teacher.email,
      name: "Ustadha Amina",
      photo: "/uploads/amina.webp",
    });
  });

  test("is valid for 15 minutes", async () => {
    freeze(start);
    const { token } = await join(app);
    vi.setSystemTime(start + 15 * 60_000 - 1000);
    expect(await find(token)).toBeDefined();
    vi.setSystemTime(start + 15 * 60_000);
    expect(await find(token)).toBeUndefined();
  });

  test("is rejected once the account is deleted", async () => {
    const gone = await join(app);
    await app.context.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id));
    expect(await find(gone.token)).toBeUndefined();
    expect((await gone.browser.post("/refresh")).status).toBe(401);
  });

  test("is accepted when it is signed again without changes, which shows that the forgeries below are realistic", async () => {
    expect(await find(await resign({}))).toMatchObject({ userId: member.id });
  });

  test.each([
    ["another audience", { claims: { aud: "elsewhere" } }],
    ["no audience", { claims: { aud: undefined } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["no expiry", { claims: { exp: undefined } }],
    ["an expiry in the past", { claims: { exp: 1_700_000_000 } }],
    ["another token type", { header: { typ: "reset+jwt" } }],
    ["the generic JWT type", { header: { typ: "JWT" } }],
    ["an unknown key", { header: { kid: "key_unknown" } }],
    ["another person's ID", { claims: { id: "usr_somebody" } }],
    ["an ID that is not text", { claims: { id: 7 } }],
    ["an unknown session", { claims: { sid: "ses_unknown" } }],
    ["no session", { claims: { sid: undefined } }],
  ])("is rejected with %s", async (_, changes) => {
    expect(await find(await resign(changes))).toBeUndefined();
  });

  test("is rejected without a signature", async () => {
    const claims = decodeJwt(member.token);
    expect(await find(new UnsecuredJWT(claims).encode())).toBeUndefined();
    const [header, payload] = member.token.split(".");
    expect(await find(`${header}.${payload}.`)).toBeUndefined();
  });

  test("is rejected when it is signed with the public key as a shared secret", async () => {
    const { keys } = await listPublicKeys(app.context);
    const key = await importJWK(keys[0] as JWK, "EdDSA", { extractable: true });
    const secret = new TextEncoder().encode(await exportSPKI(key as CryptoKey));
    const forged = await new SignJWT(decodeJwt(member.token))
      .setProtectedHeader({ ...decodeProtectedHeader(member.token), alg: "HS256" })
      .sign(secret);
    expect(await find(forged)).toBeUndefined();
  });

  test("is rejected when it contains its own key", async () => {
    const own = await generateKeyPair("EdDSA", { extractable: true });
    const forged = await new SignJWT(decodeJwt(member.token))
      .setProtectedHeader({ ...decodeProtectedHeader(member.token), alg: "EdDSA" })
      .sign(own.privateKey);
    expect(await find(forged)).toBeUndefined();
  });

  test.each(["", "a", "a.b.c", "e30.e30.e30", "..", "é.é.é"])(
    "is rejected when it is malformed (%j)",
    async (token) => {
      expect(await find(token)).toBeUndefined();
    },
  );

  test("cannot be used as a reset token, nor a reset token as an access token", async () => {
    const { browser, email, id, token } = await join(app, newEmail());
    const asReset = await browser.post(
      `/password/reset/${id}`,
      { password: "a brand new passphrase" },
      { token },
    );
    expect(asReset.status).toBe(401);

    await browser.post("/password/forgot", { email });
    const { body } = await browser.post("/verify", { email, code: await readCode(app, email) });
    expect(await find(body.data.accessToken)).toBeUndefined();
    const asAccess = await browser.post(
      `/password/change/${id}`,
      { currentPassword: "whatever", newPassword: "a brand new passphrase" },
      { token: body.data.accessToken },
    );
    expect(asAccess.status).toBe(401);
  });
});

describe("signing keys", () => {
  test("are published and verify the tokens that we sign", async () => {
    const { status, body } = await app.call("GET", "/api/auth/jwks.json");
    expect(status).toBe(200);
    for (const key of body.keys) {
      expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
    }
    const { payload } = await jwtVerify(member.token, createLocalJWKSet(body));
    expect(payload.id).toBe(member.id);
  });

  test("are stored with an encrypted private part", async () => {
    const rows = await app.context.db.select().from(signingKeys);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.privateJwkEncrypted).toMatch(/^eyJ/);
      expect(JSON.stringify(row.publicJwk)).not.toContain('"d"');
    }
  });

  test("are shared by processes that start at the same time", async () => {
    const first = await createTestApp({ env });
    const others = await Promise.all(
      [1, 2, 3].map(() => createTestApp({ env, database: first.database })),
    );
    const processes = [first, ...others];
    await openConnections(first);
    const keys = await Promise.all(
      [...processes, ...processes].map(({ context }) => getSigningKey(context)),
    );
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    const { token, id } = await join(first);
    for (const { context } of processes) {
      expect(await findActor(context, token)).toMatchObject({ userId: id });
    }
    for (const other of others) await other.close();
    await first.close();
  });

  test("sign for 30 days and verify for one day longer", async () => {
    const test = await createTestApp({ env });
    const longLived = async () => {
      const { token } = await join(test);
      const key = await getSigningKey(test.context);
      const jwt = await new SignJWT({ ...decodeJwt(token), exp: start / 1000 + 10 * 365 * 86_400 })
        .setProtectedHeader({ alg: "EdDSA", kid: key.id, typ: "at+jwt" })
        .sign(key.privateKey);
      return { jwt, keyId: key.id };
    };
    freeze(start);
    const old = await longLived();
    vi.setSystemTime(start + 30 * day - 1);
    expect((await longLived()).keyId).toBe(old.keyId);
    vi.setSystemTime(start + 30 * day);
    const fresh = await longLived();
    expect(fresh.keyId).not.toBe(old.keyId);

    vi.setSystemTime(start + 31 * day - 1);
    expect(await findActor(test.context, old.jwt)).toBeDefined();
    const both = await listPublicKeys(test.context);
    expect(both.keys.map(({ kid }) => kid)).toEqual([fresh.keyId, old.keyId]);

    vi.setSystemTime(start + 31 * day);
    expect(await findActor(test.context, old.jwt)).toBeUndefined();
    expect(await findActor(test.context, fresh.jwt)).toBeDefined();
    expect((await listPublicKeys(test.context)).keys).toHaveLength(1);
    await test.close();
  });

  test("are ignored when they belong to another application secret", async () => {
    const first = await createTestApp({ env });
    const { token, email } = await join(first);
    const renewed = await createTestApp({
      env: { ...env, APP_SECRET: "a new secret after the old one leaked" },
      database: first.database,
    });
    expect(await findActor(renewed.context, token)).toBeUndefined();
    const { status, body } = await renewed.call("POST", "/api/auth/login", {
      body: { email, password: "a quiet morning by the river" },
    });
    expect(status).toBe(200);
    expect(await findActor(renewed.context, body.data.accessToken)).toBeDefined();
    await renewed.close();
    await first.close();
  });

  test("remain valid after the secret is rotated, as long as the previous one is configured", async () => {
    const first = await createTestApp({ env });
    const { token } = await join(first);
    const renewed = await createTestApp({
      env: {
        ...env,
        APP_SECRET: "a new secret, as every spring",
        APP_SECRET_PREVIOUS: first.config.appSecret,
      },
      database: first.database,
    });
    expect(await findActor(renewed.context, token)).toBeDefined();
    await renewed.close();
    await first.close();
  });
});
