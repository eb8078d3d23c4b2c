/** Compares what the site's own pages say with the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DraftKey, LocalKey, TabKey } from "#lib/client/browser-storage.ts";
import { type RefundPolicy, refundPolicies } from "#lib/payments/refund-policy.ts";
import { adultAge, guardianAge } from "#lib/people/people.options.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const folder = join(root, "src", "content", "pages");
const readPage = (name: string) => readFileSync(join(folder, `${name}.mdx`), "utf8");
/** The lines of a page that match a pattern. */
const linesOf = (page: string, about: RegExp) =>
  readPage(page)
    .split("\n")
    .filter((line) => about.test(line))
    .join("\n");

describe("the privacy policy", () => {
  const storage = {
    local: linesOf("privacy-policy", /^\| Local/),
    tab: linesOf("privacy-policy", /^\| Session storage/),
  };

  // The type includes every key that the code may store, so a new key without a text is a type
  // error here.
  const inLocalStorage = {
    isAuthenticated: /logged in/,
    profileCompleted: /profile is complete/,
    userRole: /your role/,
    userProfileId: /the IDs of your account and your profile/,
    userId: /the IDs of your account and your profile/,
    unreadMessages: /messages are unread/,
    signOutPending: /logout still has to be sent/,
    changedAt: /when you last changed something/,
    unsavedStudyChanges: /how many of your Quran notes still have to be saved/,
    audioSpeed: /the speed and the reciter/,
    audioReciter: /the speed and the reciter/,
    liveLanguage: /the translation and the text size that you chose for classes/,
    liveTextSize: /the translation and the text size that you chose for classes/,
    tajweedColors: /whether you last chose the colors of tajweed/,
    hijriDates: /whether classes show Hijri dates/,
    announcement: /which announcement you closed/,
    languageHint: /whether you closed the offer of another language/,
  } satisfies Record<Exclude<LocalKey, DraftKey>, RegExp>;
  const inTab = {
    selectedRole: /role you picked/,
    continueListening: /playback continues on the next page of the Quran/,
    publishedCourse: /the ID of the course that you have just published/,
  } satisfies Record<Exclude<TabKey, DraftKey>, RegExp>;

  it.each(Object.entries(inLocalStorage))("describes the stored key %s", (_key, words) => {
    expect(storage.local).toMatch(words);
  });

  it("describes the stored theme, drafts and typed text", () => {
    expect(storage.local).toMatch(/theme/);
    expect(storage.local).toMatch(/drafts: unsaved changes/i);
    expect(storage.local).toMatch(/notes on the Quran that you have typed but not saved/);
    expect(storage.local).toMatch(
      /recitations that a teacher has marked and that haven't been sent/,
    );
    for (const words of Object.values(inTab)) expect(storage.tab).toMatch(words);
    expect(storage.tab).toMatch(/typed but not sent/);
  });

  it("has a row for each cookie", () => {
    const rows: Record<string, string> = {
      session: "Session",
      device: "Device",
      "sign-up": "Sign-up",
      reset: "Reset",
      zone: "Time zone",
      clock: "Clock",
      "kept-zones": "Time zone choice",
    };
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(root, "src", name), "utf8"));
    const found = sources.flatMap((source) =>
      [...source.matchAll(/^(?:export )?const \w+Cookie = "([\w-]+)";/gm)].map(([, name]) => name),
    );
    expect(["session", ...found].sort()).toEqual(Object.keys(rows).sort());
    const listed = linesOf("privacy-policy", / cookie \|/);
    for (const row of Object.values(rows)) expect(listed).toContain(`| ${row} cookie |`);
  });
});

describe("the content pages about refunds", () => {
  const words: Record<RefundPolicy, RegExp> = {
    "until-first-class": /until the first class/,
    "14-days": /within 14 days/,
    none: /or no refund|not at all/,
  };

  it.each(refundPolicies)(
    "describe the refund policy %s in the questions and in the terms",
    (policy) => {
      expect(linesOf("contact", /If you leave/)).toMatch(words[policy]);
      expect(linesOf("terms-of-use", /^- \*\*If you leave/)).toMatch(words[policy]);
    },
  );

  it("do not promise a notice period that no policy has, and mention partial refunds", () => {
    expect(readPage("contact")).not.toMatch(/24 hours ahead/);
    const terms = readPage("terms-of-use");
    expect(terms).not.toMatch(/A refund is always in full|refund in full or not at all/);
    expect(terms).toMatch(/full or partial refund/);
  });
});

describe("the content pages", () => {
  it("offer everything that they ask people to do", () => {
    expect(linesOf("support", /screenshot/)).toMatch(/attach a screenshot/);
    const form = readFileSync(join(root, "src/components/contact/ContactForm.astro"), "utf8");
    expect(form).toContain("FileField");
  });
});

describe("the texts of the site", () => {
  const texts = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(mdx?|astro|tsx?)$|^translations\/en\//.test(name))
    // Translations are compared with the English page.
    .filter(
      (name) => !/^content\/(pages|home)\/../.test(name) || /^content\/pages\/[^/]+$/.test(name),
    )
    .map((name) => [name, readFileSync(join(root, "src", name), "utf8")] as const);

  it("name the platform fee as configured, never as a fixed number", () => {
    const figure = /\b(\d+|five|ten|fifteen|twenty|ninety) ?(%|percent)/i;
    const subject = /\b(fees?|commission|share|price|payouts?)\b/i;
    const claims = texts.flatMap(([name, text]) =>
      text
        .split("\n")
        .filter((line) => figure.test(line) && subject.test(line))
        .map((line) => `${name}: ${line}`),
    );
    expect(claims).toEqual([]);
    const named = texts.filter(([, text]) => text.includes("<PlatformFee />"));
    expect(named.map(([name]) => name).sort()).toEqual([
      "content/pages/become-a-teacher.mdx",
      "content/pages/terms-of-use.mdx",
    ]);
  });

  it("name the duration of a hold as configured, never as a fixed number", () => {
    const pages = texts.filter(([name]) => name.endsWith(".mdx"));
    const claims = pages.filter(([, text]) => /\bhold your seat\b[^.]*\d/.test(text));
    expect(claims.map(([name]) => name)).toEqual([]);
    const named = pages.filter(([, text]) => text.includes("<HoldTime />"));
    expect(named.map(([name]) => name).sort()).toEqual([
      "content/pages/help.mdx",
      "content/pages/terms-of-use.mdx",
    ]);
  });

  it("never claim that refunds are always in full", () => {
    const claims = /refund is always in full|in full or not at all|no partial refund/i;
    expect(texts.filter(([, text]) => claims.test(text)).map(([name]) => name)).toEqual([]);
  });

  it("name only the ages that the code uses", () => {
    const named = texts.flatMap(([, text]) =>
      [...text.matchAll(/\b(?:under|younger than) (\d+)\b/gi)].map(([, age]) => Number(age)),
    );
    expect(new Set(named)).toEqual(new Set([guardianAge, adultAge]));
  });
});
