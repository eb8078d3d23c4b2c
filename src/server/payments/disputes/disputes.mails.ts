/** Emails to teachers about disputed payments. */

import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { describeDisputeReason } from "#lib/payments/disputes.ts";
import { site } from "#lib/site/site.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailPerson } from "../../guardians/recipients.ts";
import { becauseTeaching, findPeople, price } from "../../seats/seats.mails.ts";
import type { Dispute, PaymentRows } from "../payment-rows.ts";

type EmailText = { subject: string; title: string; preheader: string; paragraphs: string[] };

interface Facts {
  course: string;
  student: string;
  amount: string;
  dispute: Dispute;
}

const tellUs = `write to ${site.supportEmail} and tell us what you know: which classes took place, who attended, and what you agreed with the student. We'll respond to the bank for you.`;

const templates = {
  open: ({ course, student, amount, dispute }: Facts): EmailText => ({
    subject: `A payment for ${course} is being disputed`,
    title: "A payment is being disputed",
    preheader: `A bank is disputing a payment of ${amount}.`,
    paragraphs: [
      `${possessive(student)} bank is disputing the ${amount} payment for ${course}. ${describeDisputeReason(dispute.reason)}. ${capitalize(student)} stays enrolled for now.`,
      `Please ${tellUs}`,
    ],
  }),
  inquiry: ({ course, student, amount, dispute }: Facts): EmailText => ({
    subject: `A bank has a question about a payment for ${course}`,
    title: "A bank has a question about a payment",
    preheader: `No money was taken. The payment was ${amount}.`,
    paragraphs: [
      `${possessive(student)} bank has a question about the ${amount} payment for ${course}. ${describeDisputeReason(dispute.reason)}. No money was taken, and ${student} stays enrolled.`,
      `If you agree with ${student}, refund the payment to settle the question. Otherwise, please ${tellUs}`,
    ],
  }),
  closed: ({ course, student, amount }: Facts): EmailText => ({
    subject: `The bank closed its inquiry about a payment for ${course}`,
    title: "The bank closed its inquiry",
    preheader: `You keep the payment of ${amount}.`,
    paragraphs: [
      `${possessive(student)} bank closed its inquiry about the ${amount} payment for ${course}. No money was taken.`,
    ],
  }),
  won: ({ course, student, amount }: Facts): EmailText => ({
    subject: `You won the dispute about a payment for ${course}`,
    title: "You won the dispute",
    preheader: `You keep the payment of ${amount}.`,
    paragraphs: [
      `${possessive(student)} bank decided the dispute about the ${amount} payment for ${course} in your favor. You keep the money, and nothing else changes.`,
    ],
  }),
  lost: ({ course, student, amount }: Facts): EmailText => ({
    subject: `You lost the dispute about a payment for ${course}`,
    title: "You lost the dispute",
    preheader: `The bank is returning ${amount} to the student.`,
    paragraphs: [
      `${possessive(student)} bank decided the dispute about the ${amount} payment for ${course} in the student's favor. We'll recover your share from your payment account and return our fee.`,
    ],
  }),
};

/** The possessive at the start of a sentence: "Amina's", "A student's". */
function possessive(name: string): string {
  return `${capitalize(name)}'s`;
}

function kindOf({ status, isQuestion }: Dispute): keyof typeof templates {
  if (status === "lost") return "lost";
  if (status === "won") return isQuestion ? "closed" : "won";
  return isQuestion ? "inquiry" : "open";
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
  const { subject, title, preheader, paragraphs } = templates[kindOf(dispute)]({
    course: course.title,
    student: student?.name ?? "a student",
    amount: price(dispute.amountCents),
    dispute,
  });
  await mailPerson(context, tx, teacher, {
    subject,
    content: {
      title,
      preheader,
      paragraphs,
      action: { label: "Open your earnings", url: `${context.config.appUrl}${earningsPath}` },
      because: becauseTeaching(course),
    },
  });
}
