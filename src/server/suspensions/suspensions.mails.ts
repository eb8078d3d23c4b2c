/** The emails to people who are suspended, reinstated or warned. */
import { site } from "#lib/site/site.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { type Appealable, appealAction, appealText } from "../cases/appeal.mails.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import {
  findPerson,
  mailPerson,
  mailPersonAndGuardian,
  type RecipientMail,
} from "../guardians/recipients.ts";
import type { SuspendedPerson } from "./suspended-person.ts";

const t = getTexts("staffPeople");

type Written = Pick<RecipientMail, "subject" | "content">;

interface SuspensionMail {
  reason: string;
  endsAt: Date;
  isTeacher: boolean;
  /** Sentences about what the person did. */
  about: readonly string[];
}

/** Notifies a suspended person. @param appeal the link to appeal; undefined after an appeal. */
export function suspendedMail(
  { reason, endsAt, isTeacher, about }: SuspensionMail,
  appeal: Appealable | undefined,
): Written {
  // Suspensions end when the day begins in UTC.
  const date = formatDate(endsAt.toISOString(), "UTC");
  return {
    subject: t("server.mail.suspended.subject", { site: site.name }),
    content: {
      title: t("server.mail.suspended.title"),
      preheader: t("server.mail.suspended.preheader", { date }),
      paragraphs: [
        t("server.mail.suspended.text", { date }),
        ...(isTeacher ? [t("server.mail.suspended.courses")] : []),
        ...about,
        ...(appeal ? [appealText(appeal)] : []),
      ],
      facts: [{ name: t("server.mail.reason"), value: reason }],
      ...(appeal && { action: appealAction(appeal) }),
      because: t("server.mail.because", { site: site.name }),
    },
  };
}

/** Warns a person whom nobody reported. */
export function warningMail(reason: string, appeal: Appealable | undefined): Written {
  return {
    subject: t("server.mail.warned.subject", { site: site.name }),
    content: {
      title: t("server.mail.warned.title"),
      preheader: t("server.mail.warned.preheader"),
      paragraphs: [t("server.mail.warned.text"), ...(appeal ? [appealText(appeal)] : [])],
      facts: [{ name: t("server.mail.reason"), value: reason }],
      ...(appeal && { action: appealAction(appeal) }),
      because: t("server.mail.because", { site: site.name }),
    },
  };
}

/** Notifies a reinstated person, and a child's guardian. */
export function mailReinstated(context: Context, tx: Db, person: SuspendedPerson): Promise<void> {
  const write = (): RecipientMail => ({
    subject: t("server.mail.reinstated.subject", { site: site.name }),
    content: {
      title: t("server.mail.reinstated.title"),
      preheader: t("server.mail.reinstated.text"),
      paragraphs: [t("server.mail.reinstated.text")],
      action: { label: t("server.mail.logIn"), url: pageUrl(context.config, "/login") },
      because: t("server.mail.because", { site: site.name }),
    },
  });
  return mailAccount(context, tx, person, write);
}

/** Notifies a suspended person, and a child's guardian, of the suspension's new end. */
export function mailEndChanged(
  context: Context,
  tx: Db,
  person: SuspendedPerson,
  { endsAt, reason }: Pick<SuspensionMail, "endsAt" | "reason">,
): Promise<void> {
  const write = (): RecipientMail => {
    // Suspensions end when the day begins in UTC.
    const date = formatDate(endsAt.toISOString(), "UTC");
    return {
      subject: t("server.mail.endChanged.subject", { site: site.name }),
      content: {
        title: t("server.mail.endChanged.title"),
        preheader: t("server.mail.suspended.preheader", { date }),
        paragraphs: [t("server.mail.endChanged.text", { date })],
        facts: [{ name: t("server.mail.reason"), value: reason }],
        because: t("server.mail.because", { site: site.name }),
      },
    };
  };
  return mailAccount(context, tx, person, write);
}

async function mailAccount(
  context: Context,
  tx: Db,
  person: SuspendedPerson,
  write: () => RecipientMail,
): Promise<void> {
  const recipient = person.profileId ? await findPerson(tx, person.profileId) : undefined;
  if (recipient) await mailPersonAndGuardian(context, tx, recipient, write);
  // The email contains dates only.
  else await mailPerson(context, tx, { ...person, hourCycle: null }, write);
}
