/** How far a student is in a course, and when a certificate is earned. */
import type { ClassView } from "../classes/class-views.ts";
import type { QuizStanding } from "../quizzes/quiz-views.ts";

/** Share of a course's classes, in percent, that a certificate asks for. */
export const certificateShare = 80;

export interface ClassSummary {
  /** Classes of the course that were not cancelled. */
  total: number;
  attended: number;
  missed: number;
  /** Neither over nor cancelled. */
  toCome: number;
  /** Over before the student enrolled. */
  beforeEnrolment: number;
  /** Length of the attended ones together. */
  minutes: number;
}

/** What the student's list of classes adds up to at `now`. */
export function summarizeClasses(classes: readonly ClassView[], now: Date): ClassSummary {
  const held = classes.filter(({ isCancelled }) => !isCancelled);
  const over = held.filter(({ endsAt }) => new Date(endsAt) <= now);
  const attended = held.filter((each) => each.attended);
  const missed = over.filter((each) => !each.attended && !each.beforeEnrolment);
  const length = ({ startsAt, endsAt }: ClassView) => Date.parse(endsAt) - Date.parse(startsAt);
  return {
    total: held.length,
    attended: attended.length,
    missed: missed.length,
    toCome: held.length - over.length,
    beforeEnrolment: over.filter((each) => each.beforeEnrolment && !each.attended).length,
    minutes: Math.round(attended.reduce((sum, each) => sum + length(each), 0) / 60_000),
  };
}

/** Whether enough of the course's classes were attended. */
export function attendedEnough({ attended, total }: ClassSummary): boolean {
  return total > 0 && attended * 100 >= certificateShare * total;
}

/** How many more classes a certificate needs. */
export function classesMissing({ attended, total }: ClassSummary): number {
  return Math.max(Math.ceil((total * certificateShare) / 100) - attended, 0);
}

/** A certificate needs enough classes, and every quiz of the course passed. */
export function earnsCertificate(
  summary: ClassSummary,
  quizzes: readonly Pick<QuizStanding, "passed">[],
): boolean {
  return attendedEnough(summary) && quizzes.every(({ passed }) => passed);
}

/** '7.5' hours of so many minutes, with at most one decimal. */
export function formatHours(minutes: number): string {
  return String(Math.round(minutes / 6) / 10);
}

export interface CourseProgress {
  course: { _id: string; title: string; teacherName: string; timeZone: string };
  summary: ClassSummary;
  classes: ClassView[];
  quizzes: QuizStanding[];
  /** The one that was issued, whatever has come of the conditions since. */
  certificate?: { code: string; issuedAt: string } | undefined;
  /** Whether one can be issued now. */
  earned: boolean;
}

/** A certificate as the page shows it to whoever knows its code. */
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
  /** Why it is not valid any more; absent for a valid one. */
  voided?: "revoked" | "refunded" | undefined;
  courseId: string;
  /** Whether the name is withheld, because the student is a minor and the viewer a stranger. */
  isNameHidden: boolean;
  /** Whether the viewer may revoke it. */
  isRevocable: boolean;
}

const codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const codePattern = new RegExp(`^[${codeLetters}]{16}$`);
export const certificateCodeAlphabet = codeLetters;

/** A code as it is kept (`ABCD-EFGH-JKLM-NPQR`), however it was typed; undefined if it is none. */
export function readCertificateCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  if (!codePattern.test(letters)) return undefined;
  return (letters.match(/.{4}/g) ?? []).join("-");
}

export const certificateMessages = {
  missing: "Certificate not found",
  notEarned: `A certificate needs ${certificateShare} % of the classes attended and every quiz passed.`,
  revoked: "Your teacher has revoked the certificate of this course.",
} as const;
