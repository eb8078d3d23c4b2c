/** Accepting the terms and the privacy policy at sign-up and after a change. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legalVersions } from "#lib/agreements/legal-documents.ts";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { agreements } from "#server/db/tables/agreements.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const versionsOf = (userId: string) =>
  app.context.db.select().from(agreements).where(eq(agreements.userId, userId));

const call = (token: string, body?: object) =>
  app.call(body ? "POST" : "GET", "/api/users/me/agreements", { token, ...(body && { body }) });

/** Someone who accepted versions from before the current ones. */
async function addFormerSigner() {
  const student = await addStudent(app.context);
  await app.context.db.insert(agreements).values(
    (["terms", "privacy"] as const).map((document) => ({
      userId: student.userId,
      document,
      version: "2024-06-01",
      place: "sign-up" as const,
    })),
  );
  return student;
}

it("signing up records both versions and the time when the form was sent", async () => {
  const email = "new@example.org";
  const body = { name: "Amina Rahman", email, password: "correct horse battery" };
  const before = Date.now();
  const signedUp = await app.call("POST", "/api/auth/signup", { body });
  expect(signedUp.status).toBeLessThan(300);
  const sentBy = Date.now();
  await app.context.jobs.drain();
  const code = /^ {4}(\d{6})$/m.exec(app.mails.findLast(({ to }) => to === email)?.text ?? "")?.[1];
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const verified = await app.call("POST", "/api/auth/verify", {
    body: { email, code },
    headers: { cookie },
  });
  expect(verified.status).toBe(200);
  const [user] = await app.context.db.select().from(users).where(eq(users.email, email));
  const rows = await versionsOf(user?.id ?? "");
  expect(rows.map(({ document, version, place }) => [document, version, place]).sort()).toEqual([
    ["privacy", legalVersions.privacy, "sign-up"],
    ["terms", legalVersions.terms, "sign-up"],
  ]);
  for (const { acceptedAt } of rows) {
    expect(acceptedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(acceptedAt.getTime()).toBeLessThanOrEqual(sentBy);
  }
});

it("an account from before acceptances were recorded isn't asked about the versions of that time", async () => {
  const { token, userId } = await addStudent(app.context);
  expect((await call(token)).body.data).toEqual([]);
  expect(await versionsOf(userId)).toEqual([]);
});

describe("a person who accepted an earlier version", () => {
  it("is asked once for each document, and accepting twice makes one record", async () => {
    const { token, userId } = await addFormerSigner();
    expect((await call(token)).body.data).toEqual([
      { document: "terms", version: legalVersions.terms, accepted: "2024-06-01" },
      { document: "privacy", version: legalVersions.privacy, accepted: "2024-06-01" },
    ]);
    const { terms, privacy } = legalVersions;
    expect((await call(token, { terms })).body.data).toMatchObject([{ document: "privacy" }]);
    await Promise.all([call(token, { terms, privacy }), call(token, { terms, privacy })]);
    expect((await call(token)).body.data).toEqual([]);
    const added = (await versionsOf(userId)).filter(({ place }) => place === "update");
    expect(added.map(({ document }) => document).sort()).toEqual(["privacy", "terms"]);
  });

  it("can't accept a version that doesn't apply", async () => {
    const { token, userId } = await addFormerSigner();
    expect((await call(token, { terms: "2999-01-01" })).status).toBe(409);
    expect((await call(token, { terms: "latest" })).status).toBe(400);
    expect(await versionsOf(userId)).toHaveLength(2);
  });

  it("still exports and deletes the account, without accepting anything", async () => {
    const { token, userId, email } = await addFormerSigner();
    const exported = await app.call("GET", "/api/users/me/export", { token });
    expect(exported.status).toBe(200);
    expect(exported.body.data.agreements).toHaveLength(2);
    await app.context.db.transaction((tx) => erasePerson(tx, { id: userId, email }));
    // The record stays with the anonymized account.
    expect(await versionsOf(userId)).toHaveLength(2);
  });
});

it("strangers and visitors can't see anyone's record", async () => {
  expect((await app.call("GET", "/api/users/me/agreements")).status).toBe(401);
});
