import { describe, expect, test } from "vitest";
import { findOfferEnd } from "#lib/seats/offer-end.ts";
import { zonedTime } from "#lib/time/zoned-time.ts";

const hour = 60 * 60 * 1000;

describe("the end of a seat's offer", () => {
  test.each([
    ["is 24 hours later during the day", "Asia/Karachi", "2026-06-01T07:30Z", "2026-06-02T07:30Z"],
    ["moves to 8:00 if it is 22:00", "Asia/Karachi", "2026-06-01T17:00Z", "2026-06-03T03:00Z"],
    ["stays if it is 21:59", "Asia/Karachi", "2026-06-01T16:59Z", "2026-06-02T16:59Z"],
    ["moves to 8:00 if it is 7:59", "Asia/Karachi", "2026-06-02T02:59Z", "2026-06-03T03:00Z"],
    ["stays if it is 8:00", "Asia/Karachi", "2026-06-02T03:00Z", "2026-06-03T03:00Z"],
    ["moves to the same morning at midnight", "UTC", "2026-06-01T00:00Z", "2026-06-02T08:00Z"],
    // Toronto's clocks went back on November 1, 2026, at 2:00.
    ["is 8:00 in standard time", "America/Toronto", "2026-10-31T06:00Z", "2026-11-01T13:00Z"],
    ["is 24 hours, not a day", "America/Toronto", "2026-10-31T14:00Z", "2026-11-01T14:00Z"],
    // 22:30 in daylight saving time is 21:30 in standard time a day later.
    [
      "isn't at night in standard time",
      "America/Toronto",
      "2026-11-01T02:30Z",
      "2026-11-02T02:30Z",
    ],
    // London's clocks went forward on March 29, 2026, at 1:00: 21:30 becomes 22:30.
    [
      "is at night in daylight saving time",
      "Europe/London",
      "2026-03-28T21:30Z",
      "2026-03-30T07:00Z",
    ],
    ["is 8:00 in daylight saving time", "Europe/London", "2026-03-28T05:00Z", "2026-03-29T07:00Z"],
    [
      "follows zones with half-hour offsets",
      "Asia/Kolkata",
      "2026-06-01T16:30Z",
      "2026-06-03T02:30Z",
    ],
  ])("%s (%s, offered at %s)", (_case, zone, offeredAt, end) => {
    expect(findOfferEnd(new Date(offeredAt), zone)).toEqual(new Date(end));
  });

  test.each([
    "Asia/Karachi",
    "America/Toronto",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
  ])("is never at night in %s, and 24 to 35 hours after the offer", (zone) => {
    for (let minutes = 0; minutes < 366 * 24 * 60; minutes += 313) {
      const offeredAt = new Date(Date.UTC(2026, 0, 1, 0, minutes));
      const end = findOfferEnd(offeredAt, zone);
      const lasts = (end.getTime() - offeredAt.getTime()) / hour;
      const at = zonedTime(end.toISOString(), zone);
      if (!at || at.hour < 8 || at.hour >= 22 || lasts < 24 || lasts > 35) {
        expect.fail(`${offeredAt.toISOString()} ends at ${end.toISOString()}`);
      }
    }
  });
});
