import { describe, expect, it } from "vitest";
import { openAppContext } from "#server/providers/meetings/zoom/app-context.ts";
import { appClaims, sealAppContext } from "../../support/zoom-app-context.ts";

const app = { clientId: "client", clientSecret: "secret of the app" };
const now = new Date();
const open = (text: string, at = now) => openAppContext(text, app, at);
const seal = (claims: object = {}) => sealAppContext(appClaims(app.clientId, claims), app);

/**
 * Encrypted once with AES-256-GCM by Python's cryptography library: the key is the SHA-256 hash of
 * "secret of the app", the vector is 000102030405060708090a0b, and the additional data is "halaqa".
 */
const vector = {
  text: "DAABAgMEBQYHCAkKCwYAaGFsYXFhiQAAAJ1-hEdJoT26XwBGkVOtLr-5EZqkS1tbSERdBHM3Xqd9DncUOK8e-S59OJILPZd0kOMu3CXx4b9Yz-WH9s00wBKB9wEcfsdhWpD5SpZfGcHBXMNAm7uUFNi-Y9WBkgAnWbe_Pr1OZ2gbRY9GyCqA8mICtckwAOXHdT-Cr2y3cD6gRq-T9Pf6GQbzObe2BKx2_sAcEhjZknpyhQ",
  at: new Date(1_800_000_001_000),
};

describe("openAppContext", () => {
  it("reads a context that is known byte by byte", () => {
    expect(open(vector.text, vector.at)).toMatchObject({
      userId: "u1",
      meetingUuid: "m_1",
      expiresAt: new Date(1_800_000_116_000),
    });
  });

  it("reads base64 and base64url, and identifies both as the same context", () => {
    const text = seal();
    const bytes = Buffer.from(text, "base64url");
    const spelled = [text, bytes.toString("base64"), `${text}==`.slice(0, text.length + 2)];
    const digests = spelled.map((each) => open(each)?.digest);
    expect(new Set(digests).size).toBe(1);
    expect(digests[0]).toMatch(/^[\w-]{43}$/);
  });

  it("returns guests without a user, and contexts from outside meetings without a meeting", () => {
    expect(open(seal({ uid: undefined }))).toMatchObject({ userId: undefined });
    expect(open(seal({ typ: "panel", mid: undefined }))).toMatchObject({ meetingUuid: undefined });
  });

  it("rejects a context with any changed, missing or additional byte", () => {
    const bytes = Buffer.from(seal(), "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(open(changed.toString("base64url")), `byte ${index}`).toBeUndefined();
      expect(open(bytes.subarray(0, index).toString("base64url"))).toBeUndefined();
    }
    expect(open(Buffer.concat([bytes, Buffer.alloc(1)]).toString("base64url"))).toBeUndefined();
  });

  it("rejects contexts that aren't base64, are far too long, or don't contain claims", () => {
    const claimless = sealAppContext(["a list"], app);
    for (const text of ["", "{}", "a b", "A".repeat(100_000), claimless]) {
      expect(open(text)).toBeUndefined();
    }
  });

  it("rejects other apps, other issuers and other secrets", () => {
    expect(open(seal({ aud: "another app" }))).toBeUndefined();
    expect(open(seal({ iss: "example.com" }))).toBeUndefined();
    const foreign = sealAppContext(appClaims(app.clientId), { clientSecret: "another secret" });
    expect(open(foreign)).toBeUndefined();
  });

  it("rejects contexts that have expired or come from the future", () => {
    const text = seal();
    expect(open(text, new Date(now.getTime() + 200_000))).toBeUndefined();
    expect(open(text, new Date(now.getTime() - 120_000))).toBeUndefined();
    expect(open(text, new Date(now.getTime() - 30_000))).toBeDefined();
  });
});
