/** A student's progress in a course, and when a certificate is earned. */

import { getTexts } from "#translations/learning.ts";
import type { ClassView } from "../classes/classes.responses.ts";
import { isBeforeEnrollment } from "../classes/classes.rules.ts";
import type { QuizProgress } from "../quizzes/quizzes.responses.ts";
import { formatCount, formatPercent } from "../text/format-count.ts";
import type { ClassSummary } from "./learning.responses.ts";

const t = getTexts("learning");

/** The percentage of a course's classes that a student must attend for a certificate. */
export const certificateShare = 80;

/**
 * Summarizes the student's attendance at `now` from the list of classes. Classes that were canceled
 * or ended before the student enrolled don't count, so that everyone who enrolls before the last
 * class can earn the certificate.
 */
export function summarizeClasses(classes: readonly ClassView[], now: Date): ClassSummary {
  const held = classes.filter(({ isCancelled }) => !isCancelled);
  const counted = held.filter((each) => !isBeforeEnrollment(each));
  const over = counted.filter(({ endsAt }) => new Date(endsAt) <= now);
  const attended = counted.filter((each) => each.attended);
  const missed = over.filter((each) => !each.attended);
  const length = ({ startsAt, endsAt }: ClassView) => Date.parse(endsAt) - Date.parse(startsAt);
  return {
    total: counted.length,
    attended: attended.length,
    missed: missed.length,
    toCome: counted.length - over.length,
    beforeEnrollment: held.length - counted.length,
    minutes: Math.round(attended.reduce((sum, each) => sum + length(each), 0) / 60_000),
  };
}

/** Whether the student attended enough classes for a certificate. */
export function attendedEnough({ attended, total }: ClassSummary): boolean {
  return total > 0 && attended * 100 >= certificateShare * total;
}

/** How many more classes the student must attend for a certificate. */
export function missingClasses({ attended, total }: ClassSummary): number {
  return Math.max(Math.ceil((total * certificateShare) / 100) - attended, 0);
}

/** A certificate requires enough attended classes and all quizzes passed. */
export function earnsCertificate(
  summary: ClassSummary,
  quizzes: readonly Pick<QuizProgress, "passed">[],
): boolean {
  return attendedEnough(summary) && quizzes.every(({ passed }) => passed);
}

/** Formats minutes as hours with at most one decimal: '7.5'. */
export const formatHours = (minutes: number): string => formatCount(roundToHours(minutes));

/** Converts minutes to hours with at most one decimal: 7.5. */
export const roundToHours = (minutes: number): number => Math.round(minutes / 6) / 10;

/** A certificate, as visible to anyone who knows the code. */
export interface CertificateView {
  code: string;
  studentName: string;
  courseTitle: string;
  teacherName: string;
  classesAttended: number;
  classesHeld: number;
  minutes: number;
  quizzesPassed: number;
  issuedAt: string;
  /** Why the certificate is no longer valid; absent if it is valid. */
  voided?: "revoked" | "refunded" | undefined;
  courseId: string;
  /**
   * Whether the name is hidden because the student is a minor and the viewer isn't authorized to
   * see it.
   */
  isNameHidden: boolean;
  /** Whether the viewer may revoke it. */
  isRevocable: boolean;
}

const codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const codePattern = new RegExp(`^[${codeLetters}]{16}$`);
export const certificateCodeAlphabet = codeLetters;

/**
 * Normalizes a typed code to its stored form (`ABCD-EFGH-JKLM-NPQR`). Undefined if it is invalid.
 */
export function readCertificateCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  if (!codePattern.test(letters)) return undefined;
  return (letters.match(/.{4}/g) ?? []).join("-");
}

export const certificateMessages = {
  get missing() {
    return t("server.missing");
  },
  get notEarned() {
    return t("server.notEarned", { share: formatPercent(certificateShare / 100) });
  },
  get revoked() {
    return t("server.revoked");
  },
};
