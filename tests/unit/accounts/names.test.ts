import { describe, expect, it } from "vitest";
import { signUpInput } from "#lib/accounts/accounts.ts";
import { studentProfile } from "#lib/people/people.ts";

const signUp = (name: unknown) =>
  signUpInput.safeParse({ name, email: "a@example.org", password: "a quiet morning" });

describe("a person's name", () => {
  it.each([
    ["مريم بنت عمران"],
    ["Nūr ad-Dīn Ibn ʿArabī"],
    ["O'Connor-Łukasz"],
    ["محمد\u200cرضا"],
    ["李"],
    ["V. 2"],
    ["𞤀𞤣𞤤𞤢𞤥"],
    ["ن".repeat(100)],
    ["A. R. Rahman"],
    ["A.R.Rahman"],
    ["Dr.Ahmed"],
    ["Dr.Li"],
    ["St. John"],
    ["Martin King Jr."],
    ["Yusuf Khan, Ph.D."],
    ["أ.د.محمد"],
    ["Ahmed s/o Khalid"],
    ["dr.ahmed"],
    ["a.r.rahman"],
    ["கே.பாலசந்தர்"],
    ["م.خالد"],
    ["م. عرب"],
    ["م.عرب"],
    ["Md.Abdul Karim"],
  ])("may be '%s'", (name) => {
    expect(signUp(` ${name} `).data?.name).toBe(name);
  });

  it.each(["", "   ", "\u200b\u200b", "---", "\u202e", "🙂", null, 7])(
    "must contain a visible character: %j does not",
    (name) => {
      expect(signUp(name).error?.issues[0]?.message).toBe("Name is required.");
      const profile = studentProfile.safeParse({ name, country: "Egypt" });
      expect(profile.error?.issues[0]?.message).toBe("Name is required");
    },
  );

  it("cannot change the direction of the text around it", () => {
    expect(signUp("\u202eAmina\u2066 Yusuf\u2069").data?.name).toBe("Amina Yusuf");
  });

  it("is reduced to one short line", () => {
    expect(signUp("Amina\nBcc: all@example.org").error?.issues[0]?.message).toBe(
      "Please keep this on one line.",
    );
    expect(signUp("a".repeat(101)).error?.issues[0]?.message).toBe(
      "Please use at most 100 characters.",
    );
  });
});

it("a name may contain an encoded word that hides no web address", () => {
  for (const name of ["=?utf-8?Q?Amina_Hassan?=", "=?utf-8?B?%?= Amina", "Amina =? Hassan ?="]) {
    expect(signUp(name).success).toBe(true);
  }
});

describe("a name with a web address", () => {
  it.each([
    "http://evil.example",
    "Win at https:evil",
    "www.evil",
    "Amina evil.com",
    "evil\u2024com",
    "evil\u3002com",
    "evil\uff0ecom",
    "evil .com",
    "evil. com",
    "Visit evil.com.",
    "EVIL.SHOP",
    "t.me/evil",
    "Dr.Co/evil",
    "\u0435vil.com",
    "сайт.рф",
    "evil.中国",
    "evil。香港",
    "사이트.한국",
    "เว็บ.ไทย",
    "साइट.भारत",
    "evil.academy",
    "my-site.bargains",
    "موقع.شبكة",
    "xn--80ak6aa92e.com",
    "1.2.3.4",
    "@evil",
    "amina@evil.example",
    "javascript:alert(1)",
    "=?utf-8?Q?Click_https=3A=2F=2Fevil=2Etest_now?= a",
    "Amina =?UTF-8?b?aHR0cHM6Ly9ldmlsLnRlc3Q?=",
    "=?utf-8?Q?evil=2E?= =?utf-8?Q?com?=",
    "=?utf-8?Q?evil=E3=80=82com?=",
    "=?iso-8859-1*en?q?evil=2Ecom?=",
  ])("is rejected: %s", (name) => {
    const message = "Please enter a name without a web address.";
    expect(signUp(name).error?.issues[0]?.message).toBe(message);
    const profile = studentProfile.safeParse({ name, country: "Egypt" });
    expect(profile.error?.issues[0]?.message).toBe(message);
    const guardian = { name: "Amina", country: "Egypt", parentGuardianName: name };
    expect(studentProfile.safeParse(guardian).error?.issues[0]?.message).toBe(message);
  });
});

describe("an invisible character in a name", () => {
  it.each([
    ["Ami\u001b[1mna", "Ami[1mna"],
    ["Amina\u2028Yusuf", "Amina Yusuf"],
    ["Amina\u2029\u000bYusuf", "Amina Yusuf"],
    ["A\u200bmi\ufeffna\u2060", "Amina"],
    ["Am\u200dina\u200c", "Amina"],
    ["Amina\u200e\u061c", "Amina"],
    ["Amina\u{e0041}\u{e0042}", "Amina"],
    ["می\u200cخواهم\u200c", "می\u200cخواهم"],
    ["Amina 👩\u200d🏫", "Amina 👩\u200d🏫"],
  ])("is removed unless a script needs it: %j", (written, stored) => {
    expect(signUp(written).data?.name).toBe(stored);
  });
});
