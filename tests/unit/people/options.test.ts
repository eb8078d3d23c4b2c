import { describe, expect, it } from "vitest";
import { listCountries } from "#lib/people/countries.ts";
import { guessCountry } from "#lib/people/guess-country.ts";
import { findOverlap, studentProfile, type WeeklyTime } from "#lib/people/people.ts";
import { currentZoneName, isTimeZone, listTimeZones, toTimeZone } from "#lib/time/time-zones.ts";

describe("countries", () => {
  it("begin with the specification's, in its words, and name none twice", () => {
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

describe("time zones", () => {
  it.each([
    ["GMT-8", "America/Los_Angeles"],
    ["GMT+0", "Europe/London"],
    ["GMT+5:30", "Asia/Kolkata"],
    ["Asia/Kathmandu", "Asia/Kathmandu"],
    ["UTC", "UTC"],
  ])("%s stands for %s", (given, zone) => {
    expect(toTimeZone(given)).toBe(zone);
  });

  it.each(["GMT+2", "+05:30", "Mars/Olympus", "", "Asia/Karachi\u0000", "x".repeat(1000)])(
    "%s stands for none",
    (given) => {
      expect(toTimeZone(given)).toBeUndefined();
    },
  );

  it("offers only zones that can be stored", () => {
    const zones = listTimeZones("Etc/UTC").map(({ zone }) => zone);
    for (const zone of zones) expect(isTimeZone(zone), zone).toBe(true);
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

  it("finds a long time that holds several short ones", () => {
    const long = at("Monday", "08:00", "18:00");
    expect(findOverlap([at("Monday", "09:00", "10:00"), long])?.[0]).toEqual(long);
  });

  it("lets times touch, and other days be", () => {
    const touching = [at("Monday", "10:00", "11:00"), at("Monday", "09:00", "10:00")];
    expect(findOverlap([...touching, at("Tuesday", "09:00", "11:00")])).toBeUndefined();
    expect(findOverlap([])).toBeUndefined();
  });
});

describe("a profile", () => {
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
  ])("judges the form of the image address %s", (profileImageUrl, taken) => {
    const parsed = studentProfile.safeParse({ name: "A", country: "Egypt", profileImageUrl });
    expect(parsed.success).toBe(taken);
  });
});

describe("where somebody most likely is", () => {
  it.each([
    ["Africa/Cairo", ["en-US"], "Egypt"],
    ["Asia/Calcutta", ["en-US"], "India"],
    ["Asia/Kolkata", [], "India"],
    ["America/Denver", ["fr-FR"], "USA"],
    ["Europe/London", [], "UK"],
    ["UTC", ["ms-MY", "en-US"], "Malaysia"],
    ["UTC", ["en"], undefined],
    ["UTC", [], undefined],
  ])("%s with %j: %s", (zone, languages, country) => {
    expect(guessCountry(zone, languages)).toBe(country);
  });

  it("goes by the language where the browser knows no zones of countries", () => {
    const locale = Intl.Locale.prototype as { getTimeZones?: unknown };
    const { getTimeZones } = locale;
    locale.getTimeZones = undefined;
    expect(guessCountry("Africa/Cairo", ["ar-SA"])).toBe("Saudi Arabia");
    locale.getTimeZones = getTimeZones;
  });
});

describe("zones by their names of today", () => {
  it("are offered once, under the name that people look for", () => {
    const zones = listTimeZones("Asia/Calcutta").map(({ zone }) => zone);
    expect(zones.filter((zone) => /Calcutta|Kolkata/.test(zone))).toEqual(["Asia/Kolkata"]);
    expect(zones).toContain("Europe/Kyiv");
    expect(zones).not.toContain("Europe/Kiev");
    expect(currentZoneName("Africa/Cairo")).toBe("Africa/Cairo");
  });
});
