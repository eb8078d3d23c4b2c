import { describe, expect, it } from "vitest";
import { signUpInput } from "#lib/accounts.ts";
import { studentProfile } from "#lib/people.ts";

const signUp = (name: unknown) =>
  signUpInput.safeParse({ name, email: "a@example.org", password: "a quiet morning" });

describe("a name", () => {
  it.each([
    ["مريم بنت عمران"],
    ["Nūr ad-Dīn Ibn ʿArabī"],
    ["O'Connor-Łukasz"],
    ["محمد\u200cرضا"],
    ["李"],
    ["V. 2"],
    ["𞤀𞤣𞤤𞤢𞤥"],
    ["ن".repeat(100)],
  ])("may be '%s'", (name) => {
    expect(signUp(` ${name} `).data?.name).toBe(name);
  });

  it.each(["", "   ", "\u200b\u200b", "---", "\u202e", "🙂", null, 7])(
    "must say something: %j doesn't",
    (name) => {
      expect(signUp(name).error?.issues[0]?.message).toBe("Name is required.");
      const profile = studentProfile.safeParse({ name, country: "Egypt" });
      expect(profile.error?.issues[0]?.message).toBe("Name is required");
    },
  );

  it("can't turn the text around it", () => {
    expect(signUp("\u202eAmina\u2066 Yusuf\u2069").data?.name).toBe("Amina Yusuf");
  });

  it("stays on one line, and short", () => {
    expect(signUp("Amina\nBcc: all@example.org").error?.issues[0]?.message).toBe(
      "Please keep this on one line.",
    );
    expect(signUp("a".repeat(101)).error?.issues[0]?.message).toBe(
      "Please use at most 100 characters.",
    );
  });
});
