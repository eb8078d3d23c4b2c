import { expect, test } from "vitest";
import { addLanguagePrefix, languages, splitLanguagePrefix } from "#lib/languages.ts";
import { formatExactPrice, formatPrice } from "#lib/payments/money.ts";
import { formatList, nameCountry, nameLanguage } from "#lib/text/display-names.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatDateRange } from "#lib/time/format-date-range.ts";
import { formatDay, formatInstant } from "#lib/time/format-time.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

test.for([
  ["/", "/ar"],
  ["/?a=1", "/ar?a=1"],
  ["/courses?page=2#list", "/ar/courses?page=2#list"],
  ["/dashboard/earnings.csv", "/ar/dashboard/earnings.csv"],
  ["/share/courses/1.png", "/ar/share/courses/1.png"],
  ["/rss.xml", "/ar/rss.xml"],
] as const)("the page %s is %s in Arabic", ([path, arabic]) => {
  expect(addLanguagePrefix(path, "ar")).toBe(arabic);
  expect(addLanguagePrefix(path, "en")).toBe(path);
  expect(splitLanguagePrefix(arabic)).toEqual({ language: "ar", path });
});

test.for([
  "/ar//evil.example",
  "/ar///evil.example/a",
  "/ar/\\evil.example",
  "/fr//evil.example?b",
])("the English page of %s is on this site", (path) => {
  const base = "https://halaqa.example";
  expect(new URL(splitLanguagePrefix(path).path, base).origin).toBe(base);
});

test.for([
  "/api/courses",
  "/api",
  "/media/1.webp",
  "/calendar/a.ics",
  "/_astro/a.js",
  "/texts/a/ar/site.json",
  "/sitemap.xml",
  "/sitemaps/courses-1.xml",
  "/robots.txt",
  "/favicon.svg",
  "//evil.example",
  "https://halaqa.example/courses",
  "mailto:support@halaqa.test",
  "#main",
  "?page=2",
  "/fr/courses",
])("the address %s is the same in all languages", (path) => {
  expect(addLanguagePrefix(path, "ar")).toBe(path);
});

test.for([["/arabic"], ["/AR"], ["/en/courses"], ["/ar-eg"], ["/x/ar"]])(
  "the address %s has no language",
  ([path = ""]) => {
    expect(splitLanguagePrefix(path)).toEqual({ language: "en", path });
  },
);

/** The characters that isolate text in the other direction. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, "");
const inEach = (write: () => string) =>
  languages.map((language) => plain(runWithLanguage(language, write)).replaceAll(/\s/g, " "));

test("amounts, counts and names follow the conventions of each language", () => {
  expect(inEach(() => formatPrice(1_234))).toEqual([
    "$1,234",
    "1,234 US$",
    "$1,234",
    "1 234 $",
    "1234 $",
  ]);
  expect(inEach(() => formatExactPrice(-19.99))[3]).toBe("-19,99 $");
  expect(inEach(() => formatCount(6_236))).toEqual(["6,236", "6,236", "6,236", "6 236", "6236"]);
  expect(inEach(() => nameCountry("EG"))).toEqual(["Egypt", "مصر", "مصر", "Égypte", "Egipto"]);
  expect(inEach(() => nameLanguage("ur"))).toEqual(["Urdu", "الأوردية", "اردو", "ourdou", "urdu"]);
  expect(inEach(() => nameLanguage("Arabic"))[1]).toBe("Arabic");
  expect(inEach(() => formatList(["Amina", "Yusuf"]))).toEqual([
    "Amina and Yusuf",
    "Amina وYusuf",
    "Amina اور Yusuf",
    "Amina et Yusuf",
    "Amina y Yusuf",
  ]);
});

test("an amount is isolated in right-to-left text, and only there", () => {
  expect(runWithLanguage("ur", () => formatPrice(20))).toBe("\u2066$20\u2069");
  expect(runWithLanguage("en", () => formatPrice(20))).toBe("$20");
});

test("times follow the conventions of each language", () => {
  const at = "2027-03-29T07:00:00Z";
  expect(inEach(() => formatInstant(at, "Africa/Algiers"))).toEqual([
    "Mon, Mar 29, 2027, 08:00 GMT+1",
    "الاثنين، 29 مارس 2027، 08:00 GMT+1",
    "پیر، 29 مارچ 2027، 08:00 GMT+1",
    "lun. 29 mars 2027 à 08:00 GMT+1",
    "lun, 29 mar 2027, 08:00 GMT+1",
  ]);
  expect(inEach(() => formatDay(at, "UTC"))[4]).toBe("lunes, 29 de marzo de 2027");
  expect(inEach(() => formatDateRange("2027-01-07", "2027-02-17"))[3]).toBe(
    "7 janv. – 17 févr. 2027",
  );
});
