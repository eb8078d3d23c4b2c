/** What teachers are told about payments that a bank asks back. */

import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { describeDisputeReason } from "#lib/payments/disputes.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { sendMail } from "../../mail/mail.jobs.ts";
import { findPeople, price } from "../../seats/seats.mails.ts";
import type { Dispute, PaymentRows } from "../payment-rows.ts";

type Words = { subject: string; title: string; preheader: string; paragraphs: string[] };

interface Facts {
  course: string;
  student: string;
  amount: string;
  dispute: Dispute;
}

const words = {
  open: ({ course, student, amount, dispute }: Facts): Words => ({
    subject: `A payment for ${course} is disputed`,
    title: "A payment is disputed",
    preheader: `A bank asks for ${amount} back.`,
    paragraphs: [
      `the bank of ${student} asks for the ${amount} of ${course} back. ${describeDisputeReason(dispute.reason)}. ${student} stays enrolled meanwhile.`,
      `Please write to ${site.supportEmail} what you know about it: which classes took place, who attended, what was agreed. We answer the bank for you.`,
    ],
  }),
  asked: ({ course, student, amount, dispute }: Facts): Words => ({
    subject: `A bank asks about a payment for ${course}`,
    title: "A bank asks about a payment",
    preheader: `No money was taken. It is about ${amount}.`,
    paragraphs: [
      `the bank of ${student} asks about the ${amount} of ${course}. ${describeDisputeReason(dispute.reason)}. So far it only asks: no money was taken, and ${student} stays enrolled.`,
      `If you agree with ${student}, a refund settles it. If not, please write to ${site.supportEmail} what you know about it: which classes took place, who attended, what was agreed. We answer the bank for you.`,
    ],
  }),
  closed: ({ course, student, amount }: Facts): Words => ({
    subject: `The bank's question about ${course} is closed`,
    title: "The bank's question is closed",
    preheader: `The bank takes nothing of the ${amount}.`,
    paragraphs: [
      `the bank has closed its question about the ${amount} of ${student} for ${course}. It takes no money.`,
    ],
  }),
  won: ({ course, student, amount }: Facts): Words => ({
    subject: `The dispute about ${course} is decided for you`,
    title: "The payment stays with you",
    preheader: `The bank leaves ${amount} where it is.`,
    paragraphs: [
      `the bank has decided: the ${amount} of ${student} for ${course} stay with you. Nothing changes.`,
    ],
  }),
  lost: ({ course, student, amount }: Facts): Words => ({
    subject: `The dispute about ${course} is decided for the student`,
    title: "The payment goes back",
    preheader: `The bank gives ${amount} back.`,
    paragraphs: [
      `the bank has decided that the ${amount} of ${student} for ${course} go back. What you still have of it is taken from your payment account, without our share, which we give up.`,
    ],
  }),
};

function kindOf({ status, isQuestion }: Dispute): keyof typeof words {
  if (status === "lost") return "lost";
  if (status === "won") return isQuestion ? "closed" : "won";
  return isQuestion ? "asked" : "open";
}

/** Tells the course's teacher that a dispute was opened or decided. */
export async function mailDispute(
  context: Context,
  tx: Db,
  { enrolment, course }: PaymentRows,
  dispute: Dispute,
): Promise<void> {
  if (dispute.status === "review") return;
  const { student, teacher } = await findPeople(tx, enrolment, course);
  if (!teacher) return;
  const { subject, title, preheader, paragraphs } = words[kindOf(dispute)]({
    course: course.title,
    student: student?.name ?? "a student",
    amount: price(dispute.amountCents),
    dispute,
  });
  await sendMail(context, tx, {
    to: teacher.email,
    subject,
    content: {
      title,
      preheader,
      paragraphs: [`As-salamu alaykum ${teacher.name},`, ...paragraphs],
      action: { label: "Open your earnings", url: `${context.config.appUrl}${earningsPath}` },
    },
  });
}
