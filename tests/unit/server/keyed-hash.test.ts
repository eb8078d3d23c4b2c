import { describe, expect, it } from "vitest";
import { decrypt, encrypt } from "#server/keyed-hash.ts";

const old = "the secret of last year";
const present = "the secret of this year";
const sealed = encrypt(old, "zoom", "a token");

describe("what a secret encrypted", () => {
  it("is read by that secret, and by the next one that knows it", () => {
    expect(decrypt({ appSecret: old }, "zoom", sealed)).toBe("a token");
    const rotated = { appSecret: present, previousAppSecret: old };
    expect(decrypt(rotated, "zoom", sealed)).toBe("a token");
    expect(decrypt(rotated, "zoom", encrypt(present, "zoom", "another"))).toBe("another");
  });

  it("is closed to other secrets, to other purposes, and once it was changed", () => {
    expect(() => decrypt({ appSecret: present }, "zoom", sealed)).toThrow();
    expect(() => decrypt({ appSecret: old }, "mail", sealed)).toThrow();
    const changed = sealed.replace(/(?<=\.)[^.](?=[^.]*$)/, (first) => (first === "A" ? "B" : "A"));
    const both = { appSecret: present, previousAppSecret: old };
    expect(() => decrypt(both, "zoom", changed)).toThrow();
    expect(() => decrypt(both, "zoom", "a token")).toThrow();
  });
});
