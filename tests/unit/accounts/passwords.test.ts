import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "#server/accounts/common-passwords.ts";
import { withHasher } from "#server/accounts/password-hash.ts";
import { hashPassword } from "../../support/password.ts";

const config = { appSecret: "a secret for tests" };

const verifyPassword = (passwordHash: string, password: string) =>
  withHasher("test", (hasher) => hasher.verify(passwordHash, password));
const hashSignUpPassword = (of: { appSecret: string }, email: string, password: string) =>
  withHasher("test", (hasher) => hasher.hashForSignUp(of, email, password));

describe("the list of common passwords", () => {
  const list = readFileSync("src/server/accounts/common-passwords.txt", "utf8").trim().split("\n");

  test("contains 3,000 different passwords that the length rule alone would accept", () => {
    expect(new Set(list).size).toBe(3000);
    expect(list.filter((entry) => entry.length < 6 || entry !== entry.toLowerCase())).toEqual([]);
  });

  test.each(["123456", "password", "PASSWORD", "qwerty", "letmein", "iloveyou"])(
    "contains %s",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each(["halaqa-demo", "password ", "correct horse battery staple", ""])(
    "does not contain %j",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});

describe("a password hash", () => {
  test("is argon2id with 19 MiB, two passes and one lane", async () => {
    const parameters = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/;
    expect(await hashPassword("secret words")).toMatch(parameters);
    expect(await hashSignUpPassword(config, "a@example.org", "secret words")).toMatch(parameters);
  });

  test("has its own salt", async () => {
    expect(await hashPassword("secret words")).not.toBe(await hashPassword("secret words"));
  });

  test("matches its password only", async () => {
    const hash = await hashPassword("secret words");
    expect(await verifyPassword(hash, "secret words")).toBe(true);
    for (const other of ["secret words ", "Secret words", "", "secret\u0000words"]) {
      expect(await verifyPassword(hash, other)).toBe(false);
    }
  });

  test("depends on every character of a long password", async () => {
    const hash = await hashPassword("a".repeat(200));
    expect(await verifyPassword(hash, "a".repeat(199))).toBe(false);
    expect(await verifyPassword(hash, `${"a".repeat(199)}b`)).toBe(false);
  });

  test("for a sign-up is the same only for the same password, address and application secret", async () => {
    const of = (email: string, password: string, appSecret = config.appSecret) =>
      hashSignUpPassword({ appSecret }, email, password);
    const hash = await of("a@example.org", "secret words");
    expect(await of("a@example.org", "secret words")).toBe(hash);
    expect(await of("b@example.org", "secret words")).not.toBe(hash);
    expect(await of("a@example.org", "other words")).not.toBe(hash);
    expect(await of("a@example.org", "secret words", "another secret")).not.toBe(hash);
    expect(await verifyPassword(hash, "secret words")).toBe(true);
  });
});
