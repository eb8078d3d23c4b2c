/** When the offer of a seat expires. */
import { Temporal } from "temporal-polyfill";
import { offerHours } from "./waiting-list.ts";

/** The first and last hour of the day in which an offer may expire. The night is from 22 to 8. */
const morning = 8;
const night = 22;

/**
 * An offer lasts 24 hours. If that ends at night in the student's time zone, it lasts until 8:00 in
 * the morning, because nobody should lose a seat while asleep.
 * @param timeZone the IANA zone in the student's profile.
 */
export function findOfferEnd(offeredAt: Date, timeZone: string): Date {
  const end = Temporal.Instant.fromEpochMilliseconds(offeredAt.getTime())
    .add({ hours: offerHours })
    .toZonedDateTimeISO(timeZone);
  if (end.hour >= morning && end.hour < night) return new Date(end.epochMilliseconds);
  const date = end.toPlainDate().add({ days: end.hour >= night ? 1 : 0 });
  const plainTime = Temporal.PlainTime.from({ hour: morning });
  return new Date(date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);
}
