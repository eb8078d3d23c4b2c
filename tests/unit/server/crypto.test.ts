import { describe, expect, it } from "vitest";
import { decrypt, encrypt } from "#server/crypto.ts";

const old = "the secret of last year";
const present = "the secret of this year";
const sealed = await encrypt(old, "zoom", "a token");

describe("an encrypted text", () => {
  it("can be decrypted with its own secret, even after the secret has been rotated", async () => {
    expect(await decrypt({ appSecret: old }, "zoom", sealed)).toBe("a token");
    const rotated = { appSecret: present, previousAppSecret: old };
    expect(await decrypt(rotated, "zoom", sealed)).toBe("a token");
    const another = await encrypt(present, "zoom", "another");
    expect(await decrypt(rotated, "zoom", another)).toBe("another");
  });

  it("keeps text in every script and of every length", async () => {
    for (const text of ["", "حَلْقَة 🕌", "long ".repeat(100_000)]) {
      const stored = await encrypt(old, "zoom", text);
      expect(await decrypt({ appSecret: old }, "zoom", stored)).toBe(text);
    }
  });

  it("is different each time", async () => {
    expect(await encrypt(old, "zoom", "a token")).not.toBe(sealed);
  });

  it("cannot be decrypted with another secret, for another purpose, or after a change", async () => {
    const both = { appSecret: present, previousAppSecret: old };
    const changed = sealed.replace(/(?<=\.)[^.](?=[^.]*$)/, (first) => (first === "A" ? "B" : "A"));
    await expect(decrypt({ appSecret: present }, "zoom", sealed)).rejects.toThrow();
    await expect(decrypt({ appSecret: old }, "mail", sealed)).rejects.toThrow();
    await expect(decrypt(both, "zoom", changed)).rejects.toThrow();
    await expect(decrypt(both, "zoom", "a token")).rejects.toThrow();
    await expect(decrypt(both, "zoom", "")).rejects.toThrow();
  });

  it("can be decrypted in the older AES-256-GCM format without an envelope", async () => {
    const appSecret = "s".repeat(48);
    const stored = "v1.TBU7YTkBxO4HDqTS.l4D2cTo_u6BRvb-sYXuERQ.T67f6fmRVeu9aKocCFYR7TySn5ZdAMo_GQ";
    expect(await decrypt({ appSecret }, "zoom", stored)).toBe("a token of حَلْقَة");
    const changed = stored.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    await expect(decrypt({ appSecret }, "zoom", changed)).rejects.toThrow();
    await expect(decrypt({ appSecret }, "zoom", "v1.a.b")).rejects.toThrow();
    // Node.js would accept a tag of four bytes, which is easier to guess.
    const [version, iv, tag, body] = stored.split(".");
    const short = [version, iv, tag?.slice(0, 6), body].join(".");
    await expect(decrypt({ appSecret }, "zoom", short)).rejects.toThrow();
  });
});
