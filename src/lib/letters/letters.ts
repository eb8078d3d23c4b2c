/** Inputs of the console's calls about letters and suppressed addresses. */
import * as z from "zod/mini";
import { getTexts } from "#translations/staff-letters.ts";
import { email } from "../accounts/accounts.ts";
import { inEachLanguage, languages } from "../languages.ts";
import { staffTableQuery } from "../staff/staff.ts";
import { line, prose } from "../text/text-schemas.ts";
import {
  letterAudiences,
  letterKinds,
  letterLimits,
  letterStatuses,
  suppressionReasons,
} from "./letters.rules.ts";

const t = getTexts("staffLetters");

export const lettersQuery = z.object({
  ...staffTableQuery,
  status: z.catch(z.optional(z.enum(letterStatuses)), undefined),
});
export type LettersQuery = z.output<typeof lettersQuery>;

export const newLetterInput = z.object({ kind: z.enum(letterKinds) });
export type NewLetterInput = z.output<typeof newLetterInput>;

const letterText = z.object({
  subject: line(letterLimits.subject),
  preheader: line(letterLimits.preheader),
  body: prose(letterLimits.body),
});
export type LetterText = z.output<typeof letterText>;

const rate = () =>
  t("invalid.rate", { minimum: letterLimits.minRate, maximum: letterLimits.maxRate });
const days = () => t("invalid.days", { maximum: letterLimits.maxActiveDays });

/** A draft as staff see it. It may be incomplete until it is sent. */
export const letterInput = z.object({
  audience: z.enum(letterAudiences, { error: () => t("invalid.audience") }),
  language: z.nullable(z.enum(languages)),
  activeDays: z.nullable(
    z
      .int({ error: days })
      .check(z.minimum(1, { error: days }), z.maximum(letterLimits.maxActiveDays, { error: days })),
  ),
  ratePerHour: z
    .int({ error: rate })
    .check(
      z.minimum(letterLimits.minRate, { error: rate }),
      z.maximum(letterLimits.maxRate, { error: rate }),
    ),
  texts: z.object(inEachLanguage(letterText)),
  /** The revision that the member of staff has read. */
  revision: z.int(),
});
export type LetterInput = z.output<typeof letterInput>;

export const previewQuery = z.object({
  language: z.catch(z.enum(languages), "en"),
  theme: z.catch(z.enum(["light", "dark"]), "light"),
});
export type PreviewQuery = z.output<typeof previewQuery>;

export const testLetterInput = z.object({ language: z.enum(languages) });

/** What the member of staff confirmed: this revision, to this number of addresses. */
export const sendLetterInput = z.object({ revision: z.int(), recipients: z.int() });
export type SendLetterInput = z.output<typeof sendLetterInput>;

export const suppressionsQuery = z.object({
  ...staffTableQuery,
  reason: z.catch(z.optional(z.enum(suppressionReasons)), undefined),
});
export type SuppressionsQuery = z.output<typeof suppressionsQuery>;

export const suppressionInput = z.object({
  email,
  reason: z.enum(["complaint", "staff"], { error: () => t("invalid.reason") }),
  note: line(letterLimits.note),
});
export type SuppressionInput = z.output<typeof suppressionInput>;
