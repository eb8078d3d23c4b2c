/** Cases as the console shows them. Instants are ISO 8601. */
import * as z from "zod/mini";
import { paymentStateSchema } from "../payments/staff-payments.responses.ts";
import { staffTableSchema } from "../staff/staff.responses.ts";
import { affectedStudentsSchema } from "../suspensions/affected-students.ts";
import { caseEvidenceSchema } from "./case-evidence.responses.ts";
import {
  appealResults,
  caseKinds,
  caseNoteKinds,
  caseOutcomes,
  caseReporters,
  caseStatuses,
  caseSubjects,
  reportCategories,
} from "./cases.rules.ts";

const person = z.object({ userId: z.string(), name: z.string() });

const caseRow = {
  _id: z.string(),
  kind: z.enum(caseKinds),
  subjectKind: z.enum(caseSubjects),
  title: z.string(),
  status: z.enum(caseStatuses),
  urgent: z.boolean(),
  openedAt: z.string(),
  changedAt: z.string(),
  /** Whom the case is about. */
  about: z.nullable(person),
  assignee: z.nullable(person),
  /** Reports that weren't withdrawn. */
  reports: z.int(),
  isAppealed: z.boolean(),
};

export const listedCaseSchema = z.object(caseRow);
export type ListedCase = z.infer<typeof listedCaseSchema>;

export const caseListSchema = staffTableSchema(listedCaseSchema);

export const caseReportSchema = z.object({
  _id: z.string(),
  reporter: z.enum(caseReporters),
  /** Null for automatic reports. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  category: z.nullable(z.enum(reportCategories)),
  details: z.string(),
  at: z.string(),
  isWithdrawn: z.boolean(),
});
export type CaseReport = z.infer<typeof caseReportSchema>;

export const caseNoteSchema = z.object({
  _id: z.string(),
  kind: z.enum(caseNoteKinds),
  /** The member of staff; null for what others did, and for automatic emails. */
  author: z.nullable(z.string()),
  recipient: z.nullable(z.enum(["reporter", "person"])),
  text: z.string(),
  /** Of decisions: what was decided. */
  outcome: z.nullable(z.enum(caseOutcomes)),
  /** Of suspensions: when it ends, and whether a teacher's students got refunds. */
  until: z.nullable(z.string()),
  refundsStudents: z.nullable(z.boolean()),
  /** Of the decision about an appeal: what it did to the first decision. */
  appeal: z.nullable(z.enum(appealResults)),
  at: z.string(),
});
export type CaseNote = z.infer<typeof caseNoteSchema>;

export const caseDetailSchema = z.object({
  ...caseRow,
  subjectId: z.string(),
  version: z.int(),
  /** The latest action of staff about the person concerned, or null. */
  latestAction: z.nullable(z.string()),
  reportList: z.array(caseReportSchema),
  evidence: z.array(caseEvidenceSchema),
  /** How the payment that the case is about stands now. The evidence says how it stood before. */
  payment: z.nullable(paymentStateSchema),
  notes: z.array(caseNoteSchema),
  /** What can be decided. Empty if the reader may not decide. */
  outcomes: z.array(z.enum(caseOutcomes)),
  /** If the person concerned is a teacher: whom a suspension, which hides the courses, affects. */
  affected: z.nullable(affectedStudentsSchema),
  /** Whether the reader made the decision that was appealed, so that someone else must decide. */
  isOwnDecision: z.boolean(),
  /** Whether someone else must decide, because the reader has reported the subject or has an interest. */
  leavesDecision: z.boolean(),
  /** Whether someone else must answer and close the case, for the same reason. */
  leavesAnswers: z.boolean(),
  decision: z.nullable(
    z.object({
      outcome: z.enum(caseOutcomes),
      reason: z.nullable(z.string()),
      at: z.string(),
      by: z.nullable(z.string()),
      /** When the suspension of this decision ends. Null once it has ended or was replaced. */
      until: z.nullable(z.string()),
    }),
  ),
  appeal: z.nullable(z.object({ text: z.string(), at: z.string(), isDecided: z.boolean() })),
});
export type CaseDetail = z.infer<typeof caseDetailSchema>;
