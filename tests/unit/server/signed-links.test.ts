import { describe, expect, it, vi } from "vitest";
import { keyedHash } from "#server/crypto.ts";
import { type LinkKind, openLink, signLink } from "#server/signed-links.ts";

const old = "the secret of last year";
const present = "the secret of this year";
const kind: LinkKind = { purpose: "lesson", formerValue: (id, address) => `${id} for ${address}` };
const other: LinkKind = { ...kind, purpose: "receipt" };

const address = "tariq@example.org";
const id = "gdl_23456789abcdefghijkm";
const row = { state: address, lessons: 3 };
/** A lookup that finds a single row. */
const find = async (subject: string) => (subject === id ? row : undefined);
const token = await signLink({ appSecret: present }, kind, id, address);
const former = (secret: string) => `${id}.${keyedHash(secret, "lesson", `${id} for ${address}`)}`;

const open = (given: string, secrets = { appSecret: present }, as = kind) =>
  openLink(secrets, as, given, find);

describe("a signed link", () => {
  it("opens its subject", async () => {
    expect(await open(token)).toBe(row);
  });

  it("is the same however often it is created, and short enough for a plain email", async () => {
    expect(await signLink({ appSecret: present }, kind, id, address)).toBe(token);
    expect(token.length).toBeLessThan(120);
  });

  it("doesn't show the state that it is tied to", () => {
    const parts = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
    expect(parts.slice(0, 2)).toEqual(['{"alg":"HS256"}', id]);
    expect(token).not.toContain(Buffer.from(address).toString("base64url"));
  });

  it("stops working when that state changes", async () => {
    const changed = async () => ({ state: "other@example.org" });
    expect(await openLink({ appSecret: present }, kind, token, changed)).toBeUndefined();
    expect(await openLink({ appSecret: present }, kind, former(present), changed)).toBeUndefined();
  });

  it("opens nothing of a different kind", async () => {
    expect(await open(token, { appSecret: present }, other)).toBeUndefined();
    expect(await open(former(present), { appSecret: present }, other)).toBeUndefined();
  });

  it("works with the previous secret as long as it is configured", async () => {
    const rotated = { appSecret: "the secret of next year", previousAppSecret: present };
    expect(await open(token, rotated)).toBe(row);
    expect(await open(former(present), rotated)).toBe(row);
    expect(await open(token, { appSecret: rotated.appSecret })).toBeUndefined();
    expect(await open(former(old), rotated)).toBeUndefined();
  });

  it("works in the format of earlier emails", async () => {
    expect(await open(former(present))).toBe(row);
  });

  it("works in one spelling only", async () => {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const variants = [...letters].map((last) =>
      [header, payload, signature.slice(0, -1) + last].join("."),
    );
    const working: string[] = [];
    for (const variant of variants) if (await open(variant)) working.push(variant);
    expect(working).toEqual([token]);
  });

  it("can't be derived from another link", async () => {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    const everything = async () => row;
    for (const forged of [
      `${header}.${Buffer.from("gdl_other").toString("base64url")}.${signature}`,
      `${unsigned}.${payload}.`,
      `${unsigned}.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${token}x`,
      `gdl_1.${token}`,
      `${id}.${signature}`,
      `${former(present)}x`,
      `gdl_other.${former(present).split(".")[1]}`,
    ]) {
      const opened = await openLink({ appSecret: present }, kind, forged, everything);
      expect(opened, forged).toBeUndefined();
    }
  });

  it("is looked up only when it can name a row", async () => {
    const spy = vi.fn(find);
    const withPayload = (text: string) =>
      ["eyJhbGciOiJIUzI1NiJ9", Buffer.from(text).toString("base64url"), "A".repeat(43)].join(".");
    for (const odd of [
      "",
      ".",
      "..",
      id,
      "eyJ",
      withPayload(""),
      withPayload("gdl_\u0000"),
      withPayload("x".repeat(101)),
      `gdl_\u0000.${"A".repeat(43)}`,
    ]) {
      expect(await openLink({ appSecret: present }, kind, odd, spy)).toBeUndefined();
    }
    expect(spy).not.toHaveBeenCalled();
  });
});
