/** The recipients of an email about an event: a person, and a child's guardian. */

import { eq } from "drizzle-orm";
import {
  type EmailPreferences,
  forEachPreference,
} from "#lib/account-settings/email-preferences.ts";
import type { Language } from "#lib/languages.ts";
import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { HourCycle } from "#lib/time/hour-cycle.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import type { Invitation } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { writeInZone } from "../email-scope.ts";
import { type Reader, writeFor } from "../hour-cycle.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import {
  findOrRequestGuardian,
  type Guardian,
  type GuardianFields,
  guardianColumns,
} from "./guardian.ts";

import { extendMessageLink, messageLinkDays } from "./message-links.ts";

const t = getTexts("guardians");

export interface Recipient {
  profileId: string;
  name: string;
  email: string;
  language: Language;
  /** Null if no browser of the person has reported it. */
  hourCycle: HourCycle | null;
  timeZone: string;
  /** The person's choices about optional emails. */
  wants: EmailPreferences;
  /** If the person is a child, the guardian gets a copy. */
  guardianFields: GuardianFields;
}

export interface FoundRecipient extends Recipient {
  role: Role;
  /**
   * Whether the account was deleted. The person can still be named in emails to others, but gets
   * none.
   */
  hasLeft: boolean;
}

/** A preference without a column is a type error here. */
export const emailPreferenceColumns = forEachPreference((preference) => profiles[preference]);

/** The columns that `toRecipient` needs, for queries that join profiles and users. */
export const recipientColumns = {
  guardianFields: guardianColumns,
  email: users.email,
  language: users.language,
  hourCycle: users.hourCycle,
  timeZone: profiles.timeZone,
  wants: emailPreferenceColumns,
};

type Row = Omit<Recipient, "profileId" | "name">;

export function toRecipient({ guardianFields, ...person }: Row): Recipient {
  const { email, language, hourCycle, timeZone, wants } = person;
  return {
    profileId: guardianFields.id,
    name: guardianFields.name,
    email,
    language,
    hourCycle,
    timeZone,
    wants,
    guardianFields,
  };
}

/** A person by profile ID, including deleted accounts. */
export async function findPerson(db: Db, profileId: string): Promise<FoundRecipient | undefined> {
  const [row] = await db
    .select({
      ...recipientColumns,
      role: profiles.role,
      deletedAt: users.deletedAt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, profileId));
  if (!row) return undefined;
  const { deletedAt, ...person } = row;
  return { ...person, ...toRecipient(person), hasLeft: deletedAt !== null };
}

/** A person who can be emailed. Undefined for deleted accounts. */
export async function findRecipient(
  db: Db,
  profileId: string,
): Promise<FoundRecipient | undefined> {
  const person = await findPerson(db, profileId);
  return person?.hasLeft ? undefined : person;
}

/** An email whose address, language and greeting come from the recipient. */
export type RecipientMail = Omit<Mail, "to" | "language" | "content" | "invitation"> & {
  content: Omit<Mail["content"], "recipientName" | "because"> & { because: string };
  /** Calendar entries name the invited person, so each copy needs its own. */
  invite?: (guest: { name: string; email: string }) => Invitation;
};

/** Writes an email. Called in the language of the recipient, for all texts and dates. */
export type Write<WrittenMail> = () => WrittenMail | Promise<WrittenMail>;

export async function mailPerson(
  context: Context,
  tx: Db,
  recipient: Pick<Recipient, "name" | "email"> & Written,
  write: Write<RecipientMail>,
): Promise<void> {
  const { name, email, language } = recipient;
  const { invite, content, ...mail } = await writeTo(recipient, write);
  await sendMail(context, tx, {
    ...mail,
    to: email,
    language,
    content: { ...content, recipientName: name },
    ...(invite && { invitation: invite({ name, email }) }),
  });
}

/** How an email is written: people without a profile have no time zone. */
type Written = Reader & { timeZone?: string | null };

/** Writes an email in the recipient's language and time zone, which it names if it has times. */
async function writeTo(
  { language, hourCycle, timeZone }: Written,
  write: Write<RecipientMail>,
): Promise<RecipientMail> {
  if (!timeZone) return writeFor({ language, hourCycle }, write);
  return writeInZone(timeZone, async (email) => {
    const mail = await writeFor({ language, hourCycle }, write);
    if (!email.hasTimes) return mail;
    return { ...mail, content: { ...mail.content, timeZone: { name: timeZone, isOwn: true } } };
  });
}

/**
 * Emails a person, and sends a copy to the guardian if the person is a child with a confirmed
 * guardian. The copy's button leads to the child's page, because guardians have no account.
 */
export async function mailPersonAndGuardian(
  context: Context,
  tx: Db,
  recipient: Omit<Recipient, "wants">,
  write: Write<RecipientMail>,
): Promise<void> {
  const message = await writeTo(recipient, write);
  await mailPerson(context, tx, recipient, () => message);
  const guardian = await findOrRequestGuardian(context, tx, recipient.guardianFields);
  // A guardian who shares the child's address has already got this email.
  if (!guardian || guardian.address === recipient.email) return;
  const { child } = guardian;
  const { invite, content, thread, unsubscribe: _, ...mail } = message;
  const { title, preheader, paragraphs, timeZone } = content;
  // The links lead to pages of the child's account.
  const facts = content.facts?.map(({ name, value }) => ({ name, value }));
  const url = await extendMessageLink(context, tx, guardian);
  await mailGuardian(context, tx, guardian, () => ({
    ...mail,
    // Two emails must not have the same Message-ID.
    ...(thread && { thread: { ...thread, id: `${thread.id}.guardian` } }),
    subject: t("mail.copy.subject", { child: isolatedInRtl(child), subject: message.subject }),
    content: {
      title,
      preheader,
      paragraphs,
      ...(facts && { facts }),
      // The child's times may not be those of the guardian.
      ...(timeZone && { timeZone: { ...timeZone, isOwn: false } }),
      ...childPageAction(guardian, url),
    },
    introduction: t("mail.copy.received", { child: isolatedInRtl(child) }),
    ...(invite && {
      invitation: invite({ name: guardian.name ?? child, email: guardian.address }),
    }),
  }));
}

/**
 * The button that leads to the child's page, and a note about its link.
 * @param url the link, from `extendMessageLink`.
 */
export function childPageAction(
  { child }: Guardian,
  url: string,
): Pick<Mail["content"], "action" | "note"> {
  const name = isolatedInRtl(child);
  return {
    action: { label: t("mail.copy.action", { child: name }), url },
    note: t("mail.copy.note", { child: name, days: messageLinkDays }),
  };
}

type GuardianMail = Omit<Mail, "to" | "language" | "content" | "unsubscribe"> & {
  content: Omit<Mail["content"], "recipientName" | "because" | "opening">;
  /** The sentence that follows the reason why the guardian gets the email. */
  introduction?: string;
};

/** Emails a child's guardian, who can unsubscribe with the link at the end. */
export async function mailGuardian(
  context: Context,
  tx: Db,
  { studentId, child, name, address, language }: Guardian,
  write: Write<GuardianMail>,
): Promise<void> {
  const { introduction, content, ...mail } = await writeFor({ language, hourCycle: null }, write);
  const reason = runWithLanguage(language, () =>
    t("mail.copy.because", { child: isolatedInRtl(child) }),
  );
  await sendMail(context, tx, {
    ...mail,
    to: address,
    language,
    content: {
      ...content,
      recipientName: name,
      opening: introduction ? `${reason} ${introduction}` : reason,
      because: null,
    },
    unsubscribe: { list: "guardian", profileId: studentId },
  });
}
