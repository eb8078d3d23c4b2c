/** Cases: what people report, and what staff can decide about it. */

/**
 * `safety` and `report` are about people and what they wrote; `refund` is about a payment. Staff
 * opened a case of the kind `staff` by deciding without a report.
 */
export const caseKinds = ["safety", "report", "refund", "contact", "staff"] as const;
export type CaseKind = (typeof caseKinds)[number];

/**
 * What a case can be about. A `contact` case is about the message itself, and a `person` case about
 * an account that staff suspended or warned without a report.
 */
export const caseSubjects = [
  "message",
  "review",
  "comment",
  "profile",
  "introduction",
  "course",
  "class",
  "payment",
  "contact",
  "person",
] as const;
export type CaseSubjectKind = (typeof caseSubjects)[number];

/** What people with an account can report. */
export const reportableSubjects = [
  "message",
  "review",
  "comment",
  "profile",
  "introduction",
  "course",
  "class",
  "payment",
] as const satisfies readonly CaseSubjectKind[];
export type ReportableSubject = (typeof reportableSubjects)[number];

/**
 * What visitors can report. It includes nothing that only members can read, because otherwise a
 * guessed ID would copy a private text into a case.
 */
export const publicSubjects = [
  "review",
  "profile",
  "introduction",
  "course",
] as const satisfies readonly ReportableSubject[];

export const reportCategories = [
  "child-safety",
  "harassment",
  "inappropriate",
  "impersonation",
  "scam",
  "other",
] as const;
export type ReportCategory = (typeof reportCategories)[number];

/** On-call staff are notified of these at once. */
export const isUrgentCategory = (category: ReportCategory | null): boolean =>
  category === "child-safety";

export const caseStatuses = ["open", "waiting", "decided", "closed"] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The states in which staff still have something to do. */
export const pendingStatuses = ["open", "waiting"] as const satisfies readonly CaseStatus[];

export const isPending = (status: CaseStatus): boolean => status === "open" || status === "waiting";

export const caseOutcomes = [
  "no-action",
  "warn",
  "hide-content",
  "hide-course",
  "suspend",
  "refund",
] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** Subjects that a person wrote, which staff can hide. */
export const hasHideableText = (subject: CaseSubjectKind): boolean =>
  subject === "message" || subject === "review" || subject === "comment";

/** Subjects that staff can hide: texts, and teachers' introductions by video or sound. */
export const isHideable = (subject: CaseSubjectKind): boolean =>
  hasHideableText(subject) || subject === "introduction";

/** What staff can decide about a subject. Contact messages are answered and closed instead. */
export function listOutcomes(subject: CaseSubjectKind): readonly CaseOutcome[] {
  if (subject === "contact") return [];
  if (subject === "payment") return ["no-action", "refund"];
  if (isHideable(subject)) return ["no-action", "hide-content", "warn", "suspend"];
  if (subject === "profile" || subject === "person") return ["no-action", "warn", "suspend"];
  return ["no-action", "warn", "hide-course", "suspend"];
}

/**
 * Whether the outcome hides what was reported. Content breaks the rules if its author is warned or
 * suspended for it, so it doesn't stay visible.
 */
export function hidesContent(subject: CaseSubjectKind, outcome: CaseOutcome): boolean {
  return isHideable(subject) && outcome !== "no-action";
}

/** Whether the outcome restricts a person, who can appeal. */
export const isAppealable = (outcome: CaseOutcome): boolean =>
  outcome !== "no-action" && outcome !== "refund";

export const maxReportLength = 2_000;
export const maxAppealLength = 2_000;
export const maxNoteLength = 5_000;
export const maxReasonLength = 1_000;

/** Who reported something. `system` is for what the product itself noticed. */
export const caseReporters = ["member", "guardian", "visitor", "system"] as const;
export type CaseReporterKind = (typeof caseReporters)[number];

/** What a case's history shows, besides the reports. `sent` and `received` are emails. */
export const caseNoteKinds = [
  "assigned",
  "note",
  "sent",
  "received",
  "decided",
  "appealed",
  "reinstated",
  "closed",
] as const;
export type CaseNoteKind = (typeof caseNoteKinds)[number];

/** What the decision about an appeal does to the first decision. */
export const appealResults = ["upheld", "overturned", "changed"] as const;
export type AppealResult = (typeof appealResults)[number];

export function compareDecisions(before: CaseOutcome, after: CaseOutcome): AppealResult {
  if (after === before) return "upheld";
  return after === "no-action" ? "overturned" : "changed";
}

/** How many messages before and after a reported one are part of its case. */
export const neighborCount = 3;

/** How long a decision can be appealed. */
export const appealDays = 30;

/** How long a case is kept after it was decided or closed. */
export const caseRetentionMonths = 12;

/** The page of the links in emails about decisions. */
export const appealPath = "/cases/appeal";

/** The path from which staff open a file of a case's evidence, counted from 0. */
export const evidenceFilePath = (caseId: string, number: number): string =>
  `/api/staff/cases/${encodeURIComponent(caseId)}/files/${number}`;

/** The views of the list of cases. The default is undecided cases. */
export const caseViews = ["pending", "mine", "urgent", "appealed", "all"] as const;
export type CaseView = (typeof caseViews)[number];

/** The filters of the list of cases, which are parameters of its URL. */
export const caseFilters = ["view", "kind"] as const;
