/** Emails to teachers about disputed payments. */

import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { disputePath } from "#lib/payments/dispute-evidence.rules.ts";
import { describeDisputeReason } from "#lib/payments/dispute-texts.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailPerson } from "../../guardians/recipients.ts";
import { becauseTeaching, findPeople, price } from "../../seats/seats.mails.ts";
import type { Dispute, PaymentRows } from "../payment-rows.ts";
import type { OwnDispute } from "./evidence-facts.ts";

const t = getTexts("payments");

function kindOf({ status, isQuestion }: Dispute): "open" | "inquiry" | "closed" | "won" | "lost" {
  if (status === "lost") return "lost";
  if (status === "won") return isQuestion ? "closed" : "won";
  return isQuestion ? "inquiry" : "open";
}

/**
 * Notifies the teacher that staff have responded, because the bank accepts no second response. The
 * page of the dispute shows what was sent.
 */
export async function mailStaffResponse(
  context: Context,
  tx: Db,
  { seat, course, dispute }: Pick<OwnDispute, "seat" | "course" | "dispute">,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  if (!teacher) return;
  await mailPerson(context, tx, teacher, () => {
    const values = {
      course: isolatedInRtl(course.title),
      student: student ? isolatedInRtl(student.name) : t("mail.someStudent"),
    };
    return {
      subject: t("mail.dispute.answered.subject", values),
      content: {
        title: t("mail.dispute.answered.title"),
        preheader: t("mail.dispute.answered.preheader"),
        paragraphs: [t("mail.dispute.answered.first", values), t("mail.dispute.answered.second")],
        facts: [
          { name: t("mail.disputeFact.course"), value: values.course },
          { name: t("mail.disputeFact.amount"), value: price(dispute.amountCents) },
        ],
        action: {
          label: t("mail.dispute.answered.action"),
          url: pageUrl(context.config, disputePath(dispute.providerDisputeId)),
        },
        because: becauseTeaching(course),
      },
    };
  });
}

/** Notifies the teacher of the course that a dispute was opened or decided. */
export async function mailDispute(
  context: Context,
  tx: Db,
  { enrollment, course }: PaymentRows,
  dispute: Dispute,
): Promise<void> {
  if (dispute.status === "review") return;
  const { student, teacher } = await findPeople(tx, enrollment, course);
  if (!teacher) return;
  const kind = kindOf(dispute);
  await mailPerson(context, tx, teacher, () => {
    const values = {
      course: isolatedInRtl(course.title),
      student: student ? isolatedInRtl(student.name) : t("mail.someStudent"),
      studentFirst: student ? isolatedInRtl(capitalize(student.name)) : t("mail.someStudentFirst"),
      amount: price(dispute.amountCents),
      reason: describeDisputeReason(dispute.reason),
    };
    const needsResponse = kind === "open" || kind === "inquiry";
    return {
      subject: t(`mail.dispute.${kind}.subject`, values),
      content: {
        title: t(`mail.dispute.${kind}.title`),
        preheader: t(`mail.dispute.${kind}.preheader`, values),
        paragraphs: [
          t(`mail.dispute.${kind}.first`, values),
          ...(needsResponse ? [t(`mail.dispute.${kind}.second`, values)] : []),
        ],
        facts: [
          { name: t("mail.disputeFact.course"), value: values.course },
          { name: t("mail.disputeFact.amount"), value: values.amount },
          ...(needsResponse && dispute.dueBy
            ? [
                {
                  name: t("mail.disputeFact.respondBy"),
                  value: formatInstant(dispute.dueBy.toISOString(), teacher.timeZone, Date.now()),
                },
              ]
            : []),
        ],
        action: needsResponse
          ? {
              label: t("mail.submitEvidence"),
              url: pageUrl(context.config, disputePath(dispute.providerDisputeId)),
            }
          : { label: t("mail.openEarnings"), url: pageUrl(context.config, earningsPath) },
        because: becauseTeaching(course),
      },
    };
  });
}
