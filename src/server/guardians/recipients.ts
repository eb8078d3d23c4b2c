/** The recipients of an email about an event: a person, and a child's guardian. */
import { eq } from "drizzle-orm";
import {
  type EmailPreferences,
  forEachPreference,
} from "#lib/account-settings/email-preferences.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { Invitation } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import {
  findOrRequestGuardian,
  type Guardian,
  type GuardianFields,
  guardianColumns,
} from "./guardian.ts";

export interface Recipient {
  profileId: string;
  name: string;
  email: string;
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
  timeZone: profiles.timeZone,
  wants: emailPreferenceColumns,
};

type Row = Pick<Recipient, "guardianFields" | "email" | "timeZone" | "wants">;

export function toRecipient({ guardianFields, email, timeZone, wants }: Row): Recipient {
  return {
    profileId: guardianFields.id,
    name: guardianFields.name,
    email,
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

/** An email whose address and greeting come from the recipient. */
export type RecipientMail = Omit<Mail, "to" | "content" | "invitation"> & {
  content: Omit<Mail["content"], "recipientName" | "because"> & { because: string };
  /** Calendar entries name the invited person, so each copy needs its own. */
  invite?: (guest: { name: string; email: string }) => Invitation;
};

export async function mailPerson(
  context: Context,
  tx: Db,
  { name, email }: Pick<Recipient, "name" | "email">,
  { invite, content, ...mail }: RecipientMail,
): Promise<void> {
  await sendMail(context, tx, {
    ...mail,
    to: email,
    content: { ...content, recipientName: name },
    ...(invite && { invitation: invite({ name, email }) }),
  });
}

/**
 * Emails a person, and sends a copy to the guardian if the person is a child with a confirmed
 * guardian. The copy has no button, because guardians have no account.
 */
export async function mailPersonAndGuardian(
  context: Context,
  tx: Db,
  recipient: Omit<Recipient, "wants">,
  message: RecipientMail,
): Promise<void> {
  await mailPerson(context, tx, recipient, message);
  const guardian = await findOrRequestGuardian(context, tx, recipient.guardianFields);
  if (!guardian) return;
  const { child } = guardian;
  const { invite, content, unsubscribe: _, ...mail } = message;
  const { title, preheader, paragraphs } = content;
  await mailGuardian(context, tx, guardian, {
    ...mail,
    subject: `${child}: ${message.subject}`,
    content: { title, preheader, paragraphs },
    introduction: `This is what ${child} received:`,
    ...(invite && {
      invitation: invite({ name: guardian.name ?? child, email: guardian.address }),
    }),
  });
}

type GuardianMail = Omit<Mail, "to" | "content" | "unsubscribe"> & {
  content: Omit<Mail["content"], "recipientName" | "because" | "opening">;
  /** The sentence that follows the reason why the guardian gets the email. */
  introduction?: string;
};

/** Emails a child's guardian, who can unsubscribe with the link at the end. */
export async function mailGuardian(
  context: Context,
  tx: Db,
  { studentId, child, name, address }: Guardian,
  { introduction, content, ...mail }: GuardianMail,
): Promise<void> {
  const reason = `You're receiving this email because you are ${child}'s guardian.`;
  await sendMail(context, tx, {
    ...mail,
    to: address,
    content: {
      ...content,
      recipientName: name,
      opening: introduction ? `${reason} ${introduction}` : reason,
      because: null,
    },
    unsubscribe: { list: "guardian", profileId: studentId },
  });
}
