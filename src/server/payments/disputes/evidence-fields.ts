/**
 * The fields of evidence that the provider sends to the bank. They are in English, which all card
 * networks accept, regardless of the languages of the student and the teacher.
 */
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import type { EvidenceFileKind } from "#lib/payments/dispute-evidence.rules.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import type { SentEvidence } from "../../db/tables/disputes.table.ts";
import type { EvidenceFile, OwnDispute } from "./evidence-facts.ts";

/** The provider's limit for one field. All of ours together are far below the limit for all. */
export const maxField = 20_000;

const policies: Record<RefundPolicy, string> = {
  "until-first-class": "Full refund if the student leaves before their first class.",
  "14-days": "Full refund within 14 days of the payment.",
  none: "No refund after the payment.",
};

/** The field of the evidence for each kind of file. */
const fields: Record<EvidenceFileKind, string> = {
  service: "service_documentation",
  communication: "customer_communication",
  policy: "refund_policy",
  other: "uncategorized_file",
};

interface Response {
  statement: string;
  isByStaff: boolean;
  files: readonly EvidenceFile[];
}

export function writeEvidence(
  { seat, course, student }: OwnDispute,
  facts: DisputeEvidence["facts"],
  { statement, isByStaff, files }: Response,
): SentEvidence {
  const [first] = facts.classes;
  const attended = facts.classes.filter((each) => each.attended);
  const log = facts.classes.map(({ startsAt, attended: came, joinedAt }) => {
    const start = joinedAt ? `, joined ${stamp(joinedAt)}` : "";
    return `Live class ${stamp(startsAt)}: ${came ? "attended" : "not attended"}${start}`;
  });
  const about = [
    `Receipt ${facts.receipt}${facts.paidAt ? `, paid ${stamp(facts.paidAt)}` : ""}.`,
    facts.enrolledAt ? `Enrolled ${stamp(facts.enrolledAt)}.` : "",
    `Attended ${attended.length} of ${facts.classes.length} live classes since then.`,
    `Lessons logged by the teacher: ${facts.lessons}.`,
    `Messages written by the student in this course: ${facts.messages}.`,
  ];
  return {
    customer_name: student.name,
    customer_email_address: student.email,
    product_description: cut(`Live online course "${course.title}".\n${course.description}`),
    ...(first ? { service_date: stamp(first.startsAt) } : {}),
    ...(log.length > 0 ? { access_activity_log: cut(log.join("\n")) } : {}),
    refund_policy_disclosure: `Shown on the course page beside the price, before the payment: ${policies[seat.refundPolicy]}`,
    ...Object.fromEntries(files.map(({ kind, providerFileId }) => [fields[kind], providerFileId])),
    uncategorized_text: cut(
      `${about.filter(Boolean).join("\n")}\n\n${isByStaff ? "The platform" : "The teacher"}:\n${statement}`,
    ),
  };
}

/** '2027-03-01 17:30 UTC' */
const stamp = (instant: string): string => `${instant.slice(0, 16).replace("T", " ")} UTC`;

const cut = (text: string): string => text.slice(0, maxField);
