import { expect, test } from "vitest";
import { formatHijriDate } from "#lib/timeline/hijri-date.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

const eid = "2027-03-09T18:00:00Z";

test.for([
  ["en", "1 Shawwal 1448 AH"],
  ["ar", "1 شوال 1448 هـ"],
  ["ur", "1 شوال 1448 ھ"],
  ["fr", "1 chawwal 1448 de l’hégire"],
  ["es", "1 de shawal de 1448 de la hégira"],
] as const)("a Hijri date in %s is %s", ([language, date]) => {
  expect(runWithLanguage(language, () => formatHijriDate(eid, "UTC"))).toBe(date);
});

test("a Hijri date is that of the viewer's time zone", () => {
  expect(formatHijriDate(eid, "Pacific/Auckland")).toBe("2 Shawwal 1448 AH");
});

test("every month of a Hijri year has a name", () => {
  const months = Array.from({ length: 13 }, (_, index) =>
    formatHijriDate(new Date(Date.UTC(2026, 5, 17 + index * 29.5)).toISOString(), "UTC"),
  ).map((date) => date.replace(/^\d+ (.+) \d+ AH$/, "$1"));
  expect(new Set(months).size).toBe(12);
});
