/** The formatters of time zones, each of which takes memory. */
import { expect, test, vi } from "vitest";
import { findKnownZone } from "#lib/time/time-zones.ts";
import { zonedTime } from "#lib/time/zoned-time.ts";

const instant = "2027-03-29T12:00:00Z";

/** The name of one zone in 1,024 spellings, all of which are valid. */
const spellings = Array.from({ length: 1_024 }, (_, bits) =>
  [..."antarctica/mcmurdo"]
    .map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter))
    .join(""),
);

test("the formatters of a limited number of zones are kept, however their names are spelled", () => {
  const created = vi.spyOn(Intl, "DateTimeFormat");
  const countCreated = (zone: string) => {
    created.mockClear();
    expect(zonedTime(instant, zone)).toMatchObject({ month: 3, day: 29 });
    return created.mock.calls.length;
  };
  try {
    countCreated("Asia/Riyadh");
    expect(countCreated("Asia/Riyadh")).toBe(0);
    for (const zone of spellings) zonedTime(instant, zone);
    expect(countCreated("Asia/Riyadh")).toBe(1);
    expect(countCreated("Asia/Riyadh")).toBe(0);
  } finally {
    created.mockRestore();
  }
});

test("a page's URL chooses a zone only by the name that lists of zones contain", () => {
  expect(findKnownZone("Asia/Riyadh")).toBe("Asia/Riyadh");
  expect(findKnownZone("UTC")).toBe("UTC");
  expect(findKnownZone("Asia/Calcutta")).toBe("Asia/Kolkata");
  for (const zone of ["asia/riyadh", "ASIA/RIYADH", "Asia/Nowhere", "+03:00", ""]) {
    expect(findKnownZone(zone), zone).toBeUndefined();
  }
});
