/** The inputs of reports, appeals and staff's work on cases. */
import * as z from "zod/mini";
import { getTexts } from "#translations/cases.ts";
import { prose, requiredProse } from "../text/text-schemas.ts";
import {
  maxAppealLength,
  maxReportLength,
  publicSubjects,
  reportableSubjects,
  reportCategories,
} from "./cases.rules.ts";

const t = getTexts("cases");

const subjectId = z.string().check(z.minLength(1), z.maxLength(64));

export const reportCategory = z.enum(reportCategories, { error: () => t("invalid.category") });

/** What is reported. */
export const reportSubject = z.object({
  about: z.enum(reportableSubjects, { error: () => t("invalid.subject") }),
  id: subjectId,
});
export type ReportSubject = z.output<typeof reportSubject>;

/** A report by a person with an account. */
export const reportInput = z.extend(reportSubject, {
  category: reportCategory,
  details: requiredProse(maxReportLength, () => t("invalid.details")),
});
export type ReportInput = z.output<typeof reportInput>;

/** A report by a guardian, who has a link instead of an account. */
export const guardianReportInput = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(300)),
  childId: subjectId,
  teacherId: subjectId,
  category: reportCategory,
  details: requiredProse(maxReportLength, () => t("invalid.details")),
});
export type GuardianReportInput = z.output<typeof guardianReportInput>;

/** What a visitor's message to staff is about. All of it is optional. */
export const visitorSubject = {
  about: z.optional(z.enum(publicSubjects, { error: () => t("invalid.subject") })),
  id: z.optional(subjectId),
  category: z.optional(reportCategory),
};

/** The reason for reporting a message, which may be empty. */
export const reportReason = prose(maxReportLength);

export const appealInput = z.object({
  text: requiredProse(maxAppealLength, () => t("invalid.appeal")),
});
export type AppealInput = z.output<typeof appealInput>;
