import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listCountries } from "#lib/people/countries.ts";
import { guessCountry } from "#lib/people/guess-country.ts";
import { adultAge, guardianAge, isChild, minAge } from "#lib/people/people.options.ts";
import { findOverlap, studentProfile, type WeeklyTime } from "#lib/people/people.ts";
import { listTimeZones } from "#lib/time/offered-zones.ts";
import { currentZoneName, toTimeZone } from "#lib/time/time-zones.ts";

describe("the list of countries", () => {
  it("starts with those in the specification, and contains no duplicates", () => {
    const names = listCountries().map(({ name }) => name);
    expect(names.slice(0, 11)).toEqual([
      "USA",
      "UK",
      "Canada",
      "Australia",
      "Saudi Arabia",
      "UAE",
      "Pakistan",
      "India",
      "Egypt",
      "Malaysia",
      "Indonesia",
    ]);
    expect(new Set(names).size).toBe(names.length);
    const codes = listCountries().map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2}$/);
  });
});

describe("children", () => {
  it.each([
    [minAge, true],
    [guardianAge - 1, true],
    [guardianAge, false],
    [adultAge, false],
    [null, false],
    [undefined, false],
  ])("include a person aged %s: %s", (age, expected) => {
    expect(isChild(age)).toBe(expected);
  });

  it("are defined by an age that only one file contains", () => {
    const src = join(import.meta.dirname, "..", "..", "..", "src");
    const homes = readdirSync(src, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|astro)$/.test(name))
      .filter((name) =>
        /(under|age\w* *([<>]=?|=)) *13\b/i.test(readFileSync(join(src, name), "utf8")),
      );
    expect(homes).toEqual([join("lib", "people", "people.options.ts")]);
  });
});

describe("the time zone options", () => {
  it.each([
    ["GMT-8", "America/Los_Angeles"],
    ["GMT+0", "Europe/London"],
    ["GMT+5:30", "Asia/Kolkata"],
    ["Asia/Kathmandu", "Asia/Kathmandu"],
    ["UTC", "UTC"],
    ["aSIA/kARACHI", "Asia/Karachi"],
    ["US/Pacific", "America/Los_Angeles"],
    ["Etc/GMT+5", "Etc/GMT+5"],
    ["MIT", "Pacific/Apia"],
    ["PST", "America/Los_Angeles"],
  ])("accept %s as %s", (given, zone) => {
    expect(toTimeZone(given)).toBe(zone);
  });

  it.each([
    "GMT+2",
    "+05:30",
    "Etc/GMT-99",
    "SystemV/PST8",
    "Mars/Olympus",
    "",
    "Asia/Karachi\u0000",
    "x".repeat(1000),
  ])("reject %s as a time zone", (given) => {
    expect(toTimeZone(given)).toBeUndefined();
  });

  it("include only zones that can be stored", () => {
    const zones = listTimeZones("Etc/UTC").map(({ zone }) => zone);
    for (const zone of zones) expect(toTimeZone(zone), zone).toBeDefined();
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones).toContain("Etc/UTC");
  });
});

describe("findOverlap", () => {
  const at = (day: WeeklyTime["day"], startTime: string, endTime: string): WeeklyTime => ({
    day,
    startTime,
    endTime,
  });

  it("finds times that share a minute, in any order", () => {
    const late = at("Monday", "09:59", "11:00");
    const early = at("Monday", "09:00", "10:00");
    expect(findOverlap([late, at("Sunday", "09:00", "10:00"), early])).toEqual([early, late]);
  });

  it("finds a long time that contains several short ones", () => {
    const long = at("Monday", "08:00", "18:00");
    expect(findOverlap([at("Monday", "09:00", "10:00"), long])?.[0]).toEqual(long);
  });

  it("ignores times that touch, and other days", () => {
    const touching = [at("Monday", "10:00", "11:00"), at("Monday", "09:00", "10:00")];
    expect(findOverlap([...touching, at("Tuesday", "09:00", "11:00")])).toBeUndefined();
    expect(findOverlap([])).toBeUndefined();
  });
});

describe("a profile form", () => {
  it("stores an IANA zone for a label", () => {
    const parsed = studentProfile.parse({ name: "A", country: "Egypt", timeZone: "GMT+5" });
    expect(parsed.timeZone).toBe("Asia/Karachi");
  });

  it.each([
    ["https://evil.example/media/upl_x.webp?x", false],
    ["/media/upl_x.webp", true],
    ["https://halaqa.example/media/upl_x.webp", true],
    ["//evil.example/media/upl_x.webp", false],
    ["/media/../upl_x.webp", false],
    ["", true],
  ])("validates the image address %s", (profileImageUrl, taken) => {
    const parsed = studentProfile.safeParse({ name: "A", country: "Egypt", profileImageUrl });
    expect(parsed.success).toBe(taken);
  });
});

describe("guessCountry", () => {
  it.each([
    ["Africa/Cairo", ["en-US"], "Egypt"],
    ["Asia/Calcutta", ["en-US"], "India"],
    ["Asia/Kolkata", [], "India"],
    ["America/Denver", ["fr-FR"], "USA"],
    ["Europe/London", [], "UK"],
    ["UTC", ["ms-MY", "en-US"], "Malaysia"],
    ["UTC", ["en"], undefined],
    ["UTC", [], undefined],
  ])("guesses from %s and %j: %s", (zone, languages, country) => {
    expect(guessCountry(zone, languages)).toBe(country);
  });

  it("uses the language when the browser cannot list a country's time zones", () => {
    const locale = Intl.Locale.prototype as { getTimeZones?: unknown };
    const { getTimeZones } = locale;
    locale.getTimeZones = undefined;
    expect(guessCountry("Africa/Cairo", ["ar-SA"])).toBe("Saudi Arabia");
    locale.getTimeZones = getTimeZones;
  });
});

describe("renamed time zones", () => {
  it("are offered once, under their current name", () => {
    const zones = listTimeZones("Asia/Calcutta").map(({ zone }) => zone);
    expect(zones.filter((zone) => /Calcutta|Kolkata/.test(zone))).toEqual(["Asia/Kolkata"]);
    expect(zones).toContain("Europe/Kyiv");
    expect(zones).not.toContain("Europe/Kiev");
    expect(currentZoneName("Africa/Cairo")).toBe("Africa/Cairo");
  });
});
