import { describe, expect, test } from "vitest";
import { nameCity } from "#lib/time/zone-names.ts";
import {
  areKeptZones,
  doClocksDiffer,
  findReadersZone,
  findSharedPageZone,
  isAnswerOutdated,
  keptZones,
} from "#lib/time/zone-question.ts";

const pair = { browser: "America/Toronto", profile: "America/Chicago" };
const cookieOf = (zones: typeof pair): string => keptZones(zones).split(";", 1)[0] ?? "";

describe("the question about the time zone", () => {
  test("is answered only for one pair of zones", () => {
    const cookies = `zone=America/Toronto; ${cookieOf(pair)}; other=1`;
    expect(areKeptZones(cookies, pair)).toBe(true);
    expect(areKeptZones(cookies, { ...pair, browser: "Europe/Paris" })).toBe(false);
    expect(areKeptZones(cookies, { ...pair, profile: "Europe/Paris" })).toBe(false);
    expect(areKeptZones(cookies, { browser: pair.profile, profile: pair.browser })).toBe(false);
    expect(areKeptZones(null, pair)).toBe(false);
  });

  test("is answered whatever the browser calls the zone", () => {
    const cookies = cookieOf({ browser: "Asia/Calcutta", profile: "Europe/Kiev" });
    expect(areKeptZones(cookies, { browser: "Asia/Kolkata", profile: "Europe/Kyiv" })).toBe(true);
  });

  test("decides in which zone all pages show times", () => {
    const cookies = "zone=America/Toronto";
    expect(findReadersZone(cookies, "America/Chicago")).toBe("America/Toronto");
    expect(findReadersZone(`${cookies}; ${cookieOf(pair)}`, "America/Chicago")).toBe(
      "America/Chicago",
    );
    expect(findReadersZone(cookies, undefined)).toBe("America/Toronto");
    expect(findReadersZone(null, "America/Chicago")).toBe("America/Chicago");
    expect(findReadersZone(null, undefined)).toBeUndefined();
  });

  test("decides the zone of shared pages, which don't read the profile", () => {
    const cookies = "zone=America/Toronto";
    expect(findSharedPageZone(cookies)).toBe("America/Toronto");
    expect(findSharedPageZone(`${cookies}; ${cookieOf(pair)}`)).toBe("America/Chicago");
    expect(findSharedPageZone(`zone=Europe/Paris; ${cookieOf(pair)}`)).toBe("Europe/Paris");
    const forged = cookieOf({ ...pair, profile: "Mars/Olympus" });
    expect(findSharedPageZone(`${cookies}; ${forged}`)).toBe("America/Toronto");
    expect(findSharedPageZone(`${cookies}; kept-zones=`)).toBe("America/Toronto");
    expect(findSharedPageZone(null)).toBeUndefined();
  });

  test("is outdated once the profile has another zone", () => {
    expect(isAnswerOutdated(cookieOf(pair), pair.profile)).toBe(false);
    expect(isAnswerOutdated(cookieOf(pair), pair.browser)).toBe(true);
    expect(isAnswerOutdated("zone=America/Toronto", pair.profile)).toBe(false);
    expect(isAnswerOutdated(null, pair.profile)).toBe(false);
  });

  test.each([
    ["America/Toronto", "America/Chicago", true],
    ["America/Toronto", "America/New_York", false],
    ["Europe/Berlin", "Europe/Paris", false],
    ["Asia/Kolkata", "Asia/Kolkata", false],
    // The same time in winter, but not in summer.
    ["Africa/Lagos", "Europe/Paris", true],
    ["Africa/Abidjan", "Europe/London", true],
  ])("depends on whether the clocks of %s and %s differ: %s", (browser, profile, expected) => {
    const dates = ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"];
    for (const date of dates) {
      expect(doClocksDiffer({ browser, profile }, new Date(date))).toBe(expected);
    }
  });

  test("names cities", () => {
    expect(["America/Argentina/Buenos_Aires", "Asia/Karachi", "UTC"].map(nameCity)).toEqual([
      "Buenos Aires",
      "Karachi",
      "UTC",
    ]);
  });
});
