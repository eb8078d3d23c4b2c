import { Temporal } from "temporal-polyfill";
import type { EarningsPeriod } from "#lib/earnings/earnings.ts";

/** Instants from (included) and until (excluded); undefined is without a bound. */
export interface Range {
  from?: Date | undefined;
  until?: Date | undefined;
}

/** The bounds of a period by the calendar of an IANA zone. */
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
