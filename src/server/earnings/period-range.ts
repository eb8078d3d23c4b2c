import { Temporal } from "temporal-polyfill";
import type { EarningsPeriod } from "#lib/earnings/earnings.ts";

/** From `from` (inclusive) until `until` (exclusive). Undefined means unbounded. */
export interface Range {
  from?: Date | undefined;
  until?: Date | undefined;
}

/** The bounds of a period in an IANA time zone. */
export function toRange(period: EarningsPeriod, zone: string, now: Date): Range {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  const month = today.with({ day: 1 });
  const start = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime(zone).epochMilliseconds);
  switch (period) {
    case "this-month":
      return { from: start(month) };
    case "last-month":
      return { from: start(month.subtract({ months: 1 })), until: start(month) };
    case "this-year":
      return { from: start(month.with({ month: 1 })) };
    case "last-year": {
      const year = month.with({ month: 1 });
      return { from: start(year.subtract({ years: 1 })), until: start(year) };
    }
    case "all":
      return {};
  }
}
