/** How staff verify teachers: states, limits and pure rules. */
import { maxUploadBytes, uploadTypes } from "../media/media.ts";

/**
 * The state of a teacher's review. A verification can still be valid in another state: teachers
 * submit their credentials again before it expires.
 */
export const vettingStatuses = [
  "draft",
  "submitted",
  "changes-requested",
  "verified",
  "withdrawn",
] as const;
export type VettingStatus = (typeof vettingStatuses)[number];

/** What a reviewer has verified. */
export const vettingScopes = ["identity", "ijazah", "certificates", "education"] as const;
export type VettingScope = (typeof vettingScopes)[number];

export const documentKinds = ["identity", "ijazah", "certificate", "education", "other"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What happened to a teacher's verification. `changed`: the teacher changed a credential. */
export const vettingEventKinds = [
  "submitted",
  "recalled",
  "changes-requested",
  "verified",
  "withdrawn",
  "changed",
  "expired",
] as const;
export type VettingEventKind = (typeof vettingEventKinds)[number];

/** The console's list shows teachers who wait for a review, unless others are requested. */
export const vettingViews = [
  "waiting",
  "changes-requested",
  "verified",
  "expiring",
  "withdrawn",
  "all",
] as const;
export type VettingView = (typeof vettingViews)[number];

/** The filters of the console's table. */
export const vettingFilters = ["view"] as const;

export const maxDocuments = 12;
export const maxDocumentBytes = maxUploadBytes;
export const pdfType = "application/pdf";
/** The types that the file field offers. The server checks the content instead. */
export const documentTypes = [pdfType, ...uploadTypes] as const;

export const maxVettingReasonLength = 2_000;
export const maxChainLength = 40;
export const maxNameLength = 120;

/** When teachers are reminded of the end of their verification, in days before it. */
export const reminderDays = [30, 7] as const;

/** How long a verification can last, in years. */
export const maxVerifiedYears = 5;

const dayMs = 24 * 60 * 60 * 1_000;

/** The date in UTC, in which the last day of a verification is counted. */
export const utcDate = (at: Date): string => at.toISOString().slice(0, 10);

/** How many days are left until a date; 0 on the date itself. */
export const daysUntil = (date: string, now: Date): number =>
  Math.round((Date.parse(date) - Date.parse(utcDate(now))) / dayMs);

/** Whether a verification is valid at a time. It is valid through its last day. */
export const isValidOn = (verifiedUntil: string | null, now: Date): boolean =>
  verifiedUntil !== null && daysUntil(verifiedUntil, now) >= 0;

/** The smallest number of days before the end for which a reminder is due. */
export const findDueReminder = (date: string, now: Date): number | undefined =>
  reminderDays.findLast((days) => daysUntil(date, now) <= days);

/** The date that a new verification ends on unless the reviewer chooses another: in two years. */
export function suggestEnd(now: Date): string {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + 2);
  return utcDate(end);
}

/** Whether a verification can end on the date. */
export function isPossibleEnd(date: string, now: Date): boolean {
  const days = daysUntil(date, now);
  return days > 0 && days <= maxVerifiedYears * 366;
}

export const isSubmittable = (status: VettingStatus): boolean => status !== "submitted";

/** The path where a document's owner and reviewers read it, with the session cookie. */
export const documentPath = (id: string): string =>
  `/api/vetting/documents/${encodeURIComponent(id)}`;
