/** The emails to people who are suspended, reinstated or warned. */
import { site } from "#lib/site/site.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import {
  findPerson,
  mailPerson,
  mailPersonAndGuardian,
  type RecipientMail,
  type Write,
} from "../guardians/recipients.ts";
import type { SuspendedPerson } from "./suspended-person.ts";

const t = getTexts("staffPeople");

export function mailSuspended(
  context: Context,
  tx: Db,
  person: SuspendedPerson,
  { reason, endsAt }: { reason: string; endsAt: Date },
): Promise<void> {
  return mailConcerned(context, tx, person, () => {
    const until = formatDate(endsAt.toISOString(), person.timeZone ?? "UTC");
    return {
      subject: t("server.mail.suspended.subject", { site: site.name }),
      content: {
        title: t("server.mail.suspended.title"),
        preheader: t("server.mail.suspended.preheader", { date: until }),
        paragraphs: [
          t("server.mail.suspended.text", { date: until }),
          ...(person.role === "teacher" ? [t("server.mail.suspended.courses")] : []),
        ],
        facts: [{ name: t("server.mail.reason"), value: reason }],
        ...appeal(context),
        because: t("server.mail.because", { site: site.name }),
      },
    };
  });
}

export function mailReinstated(context: Context, tx: Db, person: SuspendedPerson): Promise<void> {
  return mailConcerned(context, tx, person, () => ({
    subject: t("server.mail.reinstated.subject", { site: site.name }),
    content: {
      title: t("server.mail.reinstated.title"),
      preheader: t("server.mail.reinstated.text"),
      paragraphs: [t("server.mail.reinstated.text")],
      action: { label: t("server.mail.logIn"), url: pageUrl(context.config, "/login") },
      because: t("server.mail.because", { site: site.name }),
    },
  }));
}

export function mailWarning(
  context: Context,
  tx: Db,
  person: SuspendedPerson,
  { reason }: { reason: string },
): Promise<void> {
  return mailConcerned(context, tx, person, () => ({
    subject: t("server.mail.warned.subject", { site: site.name }),
    content: {
      title: t("server.mail.warned.title"),
      preheader: t("server.mail.warned.preheader"),
      paragraphs: [t("server.mail.warned.text")],
      facts: [{ name: t("server.mail.reason"), value: reason }],
      ...appeal(context),
      because: t("server.mail.because", { site: site.name }),
    },
  }));
}

/** The person can't log in, so the page for an appeal is one for visitors. */
const appeal = ({ config }: Context) => ({
  action: { label: t("server.mail.appeal"), url: pageUrl(config, "/contact") },
  note: t("server.mail.appealNote"),
});

/** A child's guardian gets a copy. */
async function mailConcerned(
  context: Context,
  tx: Db,
  person: SuspendedPerson,
  write: Write<RecipientMail>,
): Promise<void> {
  const recipient = person.profileId ? await findPerson(tx, person.profileId) : undefined;
  if (recipient) await mailPersonAndGuardian(context, tx, recipient, write);
  else await mailPerson(context, tx, person, write);
}
