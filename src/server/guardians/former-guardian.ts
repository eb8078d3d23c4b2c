/**
 * Notifies confirmed guardians when they are removed from a child's profile, because children can
 * do that themselves.
 */

import { guardianAge } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import { type Guardian, type GuardianFields, readGuardian } from "./guardian.ts";

const t = getTexts("guardians");

/** Call with the student's fields before and after a profile change. */
export async function notifyOfRemoval(
  context: Context,
  tx: Db,
  before: GuardianFields,
  after: GuardianFields,
): Promise<void> {
  const guardian = readGuardian(before);
  if (!guardian || readGuardian(after)?.address === guardian.address) return;
  await mailFormerGuardian(context, tx, guardian, "removed");
}

/** Call before the student's account is deleted. */
export async function notifyOfDeletedChild(
  context: Context,
  tx: Db,
  guardian: Guardian,
): Promise<void> {
  await mailFormerGuardian(context, tx, guardian, "deleted");
}

async function mailFormerGuardian(
  context: Context,
  tx: Db,
  guardian: Guardian,
  change: "removed" | "deleted",
): Promise<void> {
  const mail = runWithLanguage(guardian.language, () => writeMail(guardian, change));
  await sendMail(context, tx, mail);
}

function writeMail(
  { studentId, child, name, address }: Guardian,
  change: "removed" | "deleted",
): Mail {
  const about = { child: isolatedInRtl(child), site: site.name, age: guardianAge };
  const subject = t("mail.former.subject", about);
  return {
    notice: { sender: studentId, about: `guardian-of:${studentId}`, kind: "ended" },
    to: address,
    language: getLanguage(),
    subject,
    content: {
      recipientName: name,
      title: subject,
      preheader: t(`mail.former.${change}`, about),
      opening: t("mail.former.opening", about),
      paragraphs: [
        t(`mail.former.${change}Text`, about),
        t("mail.former.unexpected", {
          child: about.child,
          address: isolatedInRtl(getSupportAddress()),
        }),
      ],
      because: null,
    },
  };
}
