/**
 * Notifies confirmed guardians when they are removed from a child's profile, because children can
 * do that themselves.
 */
import { guardianAge } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { type Guardian, type GuardianFields, readGuardian } from "./guardian.ts";

/** Call with the student's fields before and after a profile change. */
export async function notifyOfRemoval(
  context: Context,
  tx: Db,
  before: GuardianFields,
  after: GuardianFields,
): Promise<void> {
  const guardian = readGuardian(before);
  if (!guardian || readGuardian(after)?.address === guardian.address) return;
  await mailFormerGuardian(
    context,
    tx,
    guardian,
    `${guardian.child}'s ${site.name} profile was changed. It no longer lists you as the guardian of a student under ${guardianAge}.`,
  );
}

/** Call before the student's account is deleted. */
export async function notifyOfDeletedChild(
  context: Context,
  tx: Db,
  guardian: Guardian,
): Promise<void> {
  const change = `${guardian.child}'s ${site.name} account was deleted.`;
  await mailFormerGuardian(context, tx, guardian, change);
}

async function mailFormerGuardian(
  context: Context,
  tx: Db,
  { studentId, child, name, address }: Guardian,
  change: string,
): Promise<void> {
  const subject = `You no longer get emails about ${child}`;
  await sendMail(context, tx, {
    notice: { sender: studentId, about: `guardian-of:${studentId}`, kind: "ended" },
    to: address,
    subject,
    content: {
      recipientName: name,
      title: subject,
      preheader: change,
      opening: `You're receiving this email because you were listed as ${child}'s guardian.`,
      paragraphs: [
        `${change} We won't email you about ${child} anymore.`,
        `If you didn't expect this, please talk to ${child}, or write to ${site.supportEmail}.`,
      ],
      because: null,
    },
  });
}
