/**
 * The settings that staff change without a restart: their schemas, messages and types. Their
 * defaults are in `src/server/settings/settings-defaults.ts`.
 */
import * as z from "zod/mini";
import { getTexts } from "#translations/settings.ts";
import { email } from "../accounts/accounts.ts";
import { defaultLanguage, type Language, languages } from "../languages.ts";
import { minPaidPrice } from "../payments/money.ts";
import { line, prose, requiredLine, requiredProse } from "../text/text-schemas.ts";

const t = getTexts("settings");

export const settingLimits = {
  onCall: 10,
  featured: 12,
  figures: 4,
  testimonials: 6,
  rates: 50,
  exceptions: 500,
  announcement: 240,
  /** The largest fee, in percent. */
  fee: 90,
  /** The highest minimum price, in dollars. */
  minimumPrice: 100,
} as const;

const required = () => t("invalid.required");

/** The error of a setting that isn't entered at all, or not in its form. */
const valued = { error: () => t("invalid.noValue") };

/** A text in the languages of the interface. English is required, and is shown where another is missing. */
const inLanguages = (maximum: number) =>
  z.object({
    en: requiredLine(maximum, required),
    ...(Object.fromEntries(
      languages
        .filter((language) => language !== "en")
        .map((language) => [language, z._default(line(maximum), "")]),
    ) as Record<Exclude<Language, "en">, z.ZodMiniDefault<ReturnType<typeof line>>>),
  });

export type LocalizedText = Record<Language, string>;

/** The text in a language, and the language that it is in. */
export function pickText(
  text: LocalizedText,
  language: Language,
): { text: string; language: Language } {
  const own = text[language];
  return own ? { text: own, language } : { text: text[defaultLanguage], language: defaultLanguage };
}

/** An instant as ISO 8601 in UTC. It has several forms, with and without seconds or fractions of them. */
const moment = z
  .string({ error: () => t("invalid.date") })
  .check(z.iso.datetime({ error: () => t("invalid.date") }));

const percent = z
  .number({ error: () => t("invalid.percent", { maximum: settingLimits.fee }) })
  .check(
    z.minimum(0, { error: () => t("invalid.percent", { maximum: settingLimits.fee }) }),
    z.maximum(settingLimits.fee, {
      error: () => t("invalid.percent", { maximum: settingLimits.fee }),
    }),
  );

const ids = (maximum: number) =>
  z
    .array(
      z.string().check(z.regex(/^[a-z]{3}_[\w-]{1,40}$/, { error: () => t("invalid.id") })),
      valued,
    )
    .check(
      z.maxLength(maximum, { error: () => t("invalid.tooMany", { maximum }) }),
      z.refine((list) => new Set(list).size === list.length, {
        error: () => t("invalid.twice"),
      }),
    );

const announcement = z
  .object(
    { text: inLanguages(settingLimits.announcement), startsAt: moment, endsAt: moment },
    valued,
  )
  .check(
    z.refine(({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt), {
      error: () => t("invalid.end"),
      path: ["endsAt"],
    }),
  );

/**
 * What staff enter, by the key of the setting. Null restores the default where the schema accepts it.
 * The default of the others is a value like any other, such as an empty list.
 */
export const settingInputs = {
  supportAddress: z.nullable(email),
  legalEntity: z.nullable(
    z.object(
      {
        name: requiredLine(150, required),
        address: requiredProse(400, required),
        registration: prose(400),
      },
      valued,
    ),
  ),
  onCallAddresses: z.array(email, valued).check(
    z.maxLength(settingLimits.onCall, {
      error: () => t("invalid.tooMany", { maximum: settingLimits.onCall }),
    }),
  ),
  /** The fees in percent, each with its start, and the exceptions for some teachers. */
  platformFee: z.object(
    {
      rates: z.array(z.object({ percent, from: moment }), valued).check(
        z.maxLength(settingLimits.rates, {
          error: () => t("invalid.tooMany", { maximum: settingLimits.rates }),
        }),
        z.refine(
          (rates) => new Set(rates.map(({ from }) => Date.parse(from))).size === rates.length,
          { error: () => t("invalid.sameStart") },
        ),
      ),
      exceptions: z
        .array(
          z.object({
            teacherId: z.string().check(z.regex(/^[a-z]{3}_[\w-]{1,40}$/, { error: required })),
            percent,
          }),
          valued,
        )
        .check(
          z.maxLength(settingLimits.exceptions, {
            error: () => t("invalid.tooMany", { maximum: settingLimits.exceptions }),
          }),
          z.refine((list) => new Set(list.map((each) => each.teacherId)).size === list.length, {
            error: () => t("invalid.twice"),
          }),
        ),
    },
    valued,
  ),
  /**
   * In dollars. Null for the default: on a live site, the price that the fee requires, and in a
   * demo, the lowest that Stripe charges.
   */
  minimumPrice: z.nullable(
    z.number({ error: () => t("invalid.price", { maximum: settingLimits.minimumPrice }) }).check(
      z.minimum(minPaidPrice, {
        error: () => t("invalid.price", { maximum: settingLimits.minimumPrice }),
      }),
      z.maximum(settingLimits.minimumPrice, {
        error: () => t("invalid.price", { maximum: settingLimits.minimumPrice }),
      }),
      z.multipleOf(0.01, {
        error: () => t("invalid.price", { maximum: settingLimits.minimumPrice }),
      }),
    ),
  ),
  /** If the list is empty, the product chooses. */
  featuredCourses: ids(settingLimits.featured),
  featuredStudents: ids(settingLimits.featured),
  aboutFigures: z.nullable(
    z.array(z.object({ figure: requiredLine(20, required), label: inLanguages(40) }), valued).check(
      z.maxLength(settingLimits.figures, {
        error: () => t("invalid.tooMany", { maximum: settingLimits.figures }),
      }),
    ),
  ),
  aboutTestimonials: z.nullable(
    z
      .array(
        z.object({
          name: requiredLine(60, required),
          line: inLanguages(80),
          text: inLanguages(400),
        }),
        valued,
      )
      .check(
        z.maxLength(settingLimits.testimonials, {
          error: () => t("invalid.tooMany", { maximum: settingLimits.testimonials }),
        }),
      ),
  ),
  announcement: z.nullable(announcement),
  signUps: z.object({ open: z.boolean({ error: required }) }, valued),
  vetting: z.object(
    {
      /** Whether teachers can publish courses before staff have verified them. */
      unverifiedMayPublish: z.boolean({ error: required }),
      /** Whether only verified teachers can teach students below the age of adults. */
      minorsNeedVerified: z.boolean({ error: required }),
    },
    valued,
  ),
} as const;

/**
 * When the value that staff replace was stored, ISO 8601, or null for the default. Of two changes
 * at once, the second is rejected.
 */
export const seenAtInput = z._default(z.nullable(z.string().check(z.maxLength(40))), null);

export type SettingKey = keyof typeof settingInputs;
export type SettingInput<Key extends SettingKey> = z.output<(typeof settingInputs)[Key]>;

export const settingKeys = Object.keys(settingInputs) as SettingKey[];

export type Announcement = NonNullable<SettingInput<"announcement">>;
export type LegalEntity = NonNullable<SettingInput<"legalEntity">>;
export type PlatformFee = SettingInput<"platformFee">;

/** The banner as it is stored. The revision distinguishes it from banners that visitors have closed. */
export interface StoredAnnouncement extends Announcement {
  /** A digit. */
  revision: number;
}

/** The values that apply, by the key of the setting. */
export type SettingValues = {
  [Key in SettingKey]: Key extends "announcement" ? StoredAnnouncement | null : SettingInput<Key>;
};

type Rate = PlatformFee["rates"][number];

const byStart = (one: Rate, other: Rate): number => Date.parse(one.from) - Date.parse(other.from);

/**
 * The fee in percent that applies at a time, for everyone except teachers with a fee of their own.
 */
export function standardFee({ rates }: PlatformFee, otherwise: number, now: Date): number {
  const begun = rates.filter(({ from }) => Date.parse(from) <= now.getTime());
  return begun.toSorted(byStart).at(-1)?.percent ?? otherwise;
}

/** The fee in percent that a teacher pays at a time. */
export function feeOfTeacher(
  fee: PlatformFee,
  teacherId: string,
  otherwise: number,
  now: Date,
): number {
  const own = fee.exceptions.find((exception) => exception.teacherId === teacherId);
  return own?.percent ?? standardFee(fee, otherwise, now);
}

/** The next change of the fee that a teacher pays now, if one is known. Exceptions don't change. */
export function nextFeeOfTeacher(
  { rates, exceptions }: PlatformFee,
  teacherId: string,
  current: number,
  now: Date,
): Rate | undefined {
  if (exceptions.some((exception) => exception.teacherId === teacherId)) return undefined;
  return rates
    .filter(({ from }) => Date.parse(from) > now.getTime())
    .toSorted(byStart)
    .find(({ percent }) => percent !== current);
}

/** Whether the banner is shown at a time. */
export function isShown({ startsAt, endsAt }: Announcement, now: Date): boolean {
  return Date.parse(startsAt) <= now.getTime() && now.getTime() < Date.parse(endsAt);
}
