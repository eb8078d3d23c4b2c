/**
 * The filters by day, time of day and price, which the lists of courses and teachers share, and
 * parameters that can be repeated.
 */
import * as z from "zod/mini";
import { getTexts } from "#translations/people.ts";
import { line } from "../text/text-schemas.ts";
import { labelDay } from "../time/format-time.ts";
import { days } from "../time/time.ts";

const t = getTexts("people");

/** Parts of the day in the visitor's time zone, as the hours that begin in them. */
export const dayParts = {
  morning: [6, 7, 8, 9, 10, 11],
  afternoon: [12, 13, 14, 15, 16],
  evening: [17, 18, 19, 20, 21],
  night: [22, 23, 0, 1, 2, 3, 4, 5],
} as const;
export type DayPart = keyof typeof dayParts;
const partNames = Object.keys(dayParts) as DayPart[];

const maxValues = 20;
const unknown = { error: () => t("finder.unknown") };

/** A parameter that can be repeated. */
export const severalOf = <const T extends string>(values: readonly T[]) => {
  const value = z.enum(["", ...values], unknown);
  return z.optional(z.union([value, z.array(value).check(z.maxLength(maxValues))], unknown));
};
/** A line of text that can be repeated. */
export const severalLines = (maxLength: number) =>
  z.optional(
    z.union([line(maxLength), z.array(line(maxLength)).check(z.maxLength(maxValues))], unknown),
  );
const dollars = z.optional(z.string().check(z.regex(/^\d{0,4}$/, unknown)));

/** The query parameters. Empty parameters count as absent. */
export const hourQuery = {
  day: severalOf(days),
  time: severalOf(partNames),
  /** The IANA zone of the days and times. */
  zone: z.optional(line(40)),
  /** In dollars. */
  minPrice: dollars,
  maxPrice: dollars,
};

const hourSchema = z.object(hourQuery);
export type HourQuery = z.output<typeof hourSchema>;

/** The chosen values of a parameter that can be repeated. */
export const listChosen = <T extends string>(
  value: T | readonly T[] | undefined,
): Exclude<T, "">[] => [value ?? []].flat().filter((each) => each !== "") as Exclude<T, "">[];

/** Whether a query asks for days or times, so that its zone matters. */
export const isTimed = ({ day, time }: Pick<HourQuery, "day" | "time">): boolean =>
  listChosen(day).length + listChosen(time).length > 0;

/** The hours of the chosen parts of the day. */
export const listHours = ({ time }: Pick<HourQuery, "time">): number[] =>
  listChosen(time).flatMap((each) => [...dayParts[each]]);

export const listDays = () => days.map((value) => ({ value, label: labelDay(value) }));
export const listParts = () =>
  partNames.map((value) => ({ value, label: t(`finder.part.${value}`) }));
