/** A teacher's credentials, and what teachers and reviewers enter about them. */
import * as z from "zod/mini";
import { getTexts } from "#translations/vetting.ts";
import { certification, education, listOf, verificationUrl, year } from "../people/people.ts";
import { staffTableQuery } from "../staff/staff.ts";
import { requiredLine, requiredProse } from "../text/text-schemas.ts";
import { isCalendarDate } from "../time/time.ts";
import {
  documentKinds,
  isPossibleEnd,
  maxChainLength,
  maxNameLength,
  maxVerifiedYears,
  maxVettingReasonLength,
  vettingScopes,
  vettingViews,
} from "./vetting.rules.ts";

const t = getTexts("vetting");

const invalidLink = () => t("invalid.link");

/** A license to teach a reading, with the chain of teachers (sanad) that leads to it. */
const ijazah = z.object({
  reading: requiredLine(maxNameLength, () => t("invalid.reading")),
  // The new year may already have started in the time zone where it was given.
  year: year(1, () => t("invalid.year")),
  /** Begins with the teacher who gave the ijazah. */
  chain: z
    .array(requiredLine(maxNameLength, () => t("invalid.chain")))
    .check(
      z.minLength(1, { error: () => t("invalid.chain") }),
      z.maxLength(maxChainLength, { error: () => t("invalid.longChain", { max: maxChainLength }) }),
    ),
  verificationUrl: z.nullish(z.union([z.literal(""), verificationUrl], { error: invalidLink })),
});
export type Ijazah = z.output<typeof ijazah>;

export const credentialsInput = z.object({
  ijazahs: listOf(ijazah),
  certifications: listOf(certification),
  educationBackground: listOf(education),
});
export type CredentialsInput = z.output<typeof credentialsInput>;

export const documentKindInput = z.enum(documentKinds);

const version = z.int();
const reason = requiredProse(maxVettingReasonLength, () => t("invalid.reason"));

/** A reviewer's decision that doesn't verify the teacher. */
export const vettingReasonInput = z.object({ reason, version });
export type VettingReasonInput = z.output<typeof vettingReasonInput>;

const untilError = () => t("invalid.until", { years: maxVerifiedYears });

export const verifyInput = z.object({
  scope: z.array(z.enum(vettingScopes)).check(
    z.minLength(1, { error: () => t("invalid.scope") }),
    z.refine((list) => new Set(list).size === list.length),
  ),
  /** The last day, in UTC. */
  until: z.string({ error: untilError }).check(
    z.refine((date) => isCalendarDate(date) && isPossibleEnd(date, new Date()), {
      error: untilError,
    }),
  ),
  /** What the reviewer has relied on. The teacher reads it. */
  reason,
  version,
});
export type VerifyInput = z.output<typeof verifyInput>;

export const interviewNoteInput = z.object({
  text: requiredProse(maxVettingReasonLength, () => t("invalid.note")),
});

export const vettingListQuery = z.object({
  ...staffTableQuery,
  view: z.catch(z.optional(z.enum(vettingViews)), undefined),
});
export type VettingListQuery = z.output<typeof vettingListQuery>;
