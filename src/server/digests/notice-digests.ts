/** Sends the emails that `admitNotice` held back, combined in digests. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, min } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import type { Invitation } from "../calendar/calendar.ts";
import { mergeInvitations } from "../calendar/merge-invitations.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { mailNotices } from "../db/tables/mail-notices.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findGuardian } from "../guardians/guardian.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import { isWaitingFor, unseal } from "../mail/notices.ts";

const minute = 60 * 1000;
/** How long the first email waits for others. */
const waitFor = 5 * minute;
/** The minimum time between two digests to one recipient. */
const pause = 30 * minute;
/** The maximum number of emails in a digest. The next digest contains the rest. */
const maxNoticesPerEmail = 100;
/** How long sent notices count toward the limits. */
const keepFor = 24 * 60 * minute;

const digestKind = "digest";

/**
 * Sends the digests that are due. A failure doesn't prevent the others.
 *
 * @throws the first error, after all digests were attempted.
 */
export async function sendNoticeDigests(context: Context): Promise<void> {
  const { db } = context;
  const due = await db
    .select({ recipient: mailNotices.recipient })
    .from(mailNotices)
    .where(isNotNull(mailNotices.sealed))
    .groupBy(mailNotices.recipient)
    .having(lt(min(mailNotices.createdAt), new Date(Date.now() - waitFor)));
  const failures: unknown[] = [];
  for (const { recipient } of due) {
    try {
      await db.transaction((tx) => sendDigest(context, tx, recipient));
    } catch (error) {
      context.log.error({ err: error, recipient }, "A digest could not be written");
      failures.push(error);
    }
  }
  await db
    .delete(mailNotices)
    .where(
      and(isNull(mailNotices.sealed), lt(mailNotices.createdAt, new Date(Date.now() - keepFor))),
    );
  if (failures.length > 0) throw failures[0];
}

async function sendDigest(context: Context, tx: Db, recipient: string): Promise<void> {
  const [last] = await tx
    .select({ id: mailNotices.id })
    .from(mailNotices)
    .where(
      and(
        eq(mailNotices.recipient, recipient),
        eq(mailNotices.kind, digestKind),
        gt(mailNotices.createdAt, new Date(Date.now() - pause)),
      ),
    )
    .limit(1);
  if (last) return;
  // Skips locked rows, because another process is handling this recipient.
  const rows = await tx
    .select()
    .from(mailNotices)
    .where(isWaitingFor(recipient))
    .orderBy(asc(mailNotices.createdAt), asc(mailNotices.id))
    .limit(maxNoticesPerEmail)
    .for("update", { skipLocked: true });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.delete(mailNotices).where(inArray(mailNotices.id, ids));
  const notices = await openNotices(context, rows);
  const wanted = await keepWanted(tx, notices);
  const [first, ...others] = wanted.map(({ mail }) => mail);
  if (!first) return;
  await tx
    .insert(mailNotices)
    .values({ recipient, sender: "", about: "", kind: digestKind, lasting: false });
  const hasLasting = wanted.some(({ lasting }) => lasting);
  const mail = others.length === 0 ? first : writeDigest(context, [first, ...others], hasLasting);
  await sendMail(context, tx, mail);
}

/** Decrypts the notices. One whose encryption secret is gone is logged and omitted. */
async function openNotices(
  context: Context,
  rows: readonly (typeof mailNotices.$inferSelect)[],
): Promise<Waiting[]> {
  const notices: Waiting[] = [];
  for (const { id, sealed, lasting } of rows) {
    if (sealed === null) continue;
    try {
      notices.push({ mail: await unseal(context, sealed), lasting });
    } catch (error) {
      context.log.error(
        { err: error, noticeId: id },
        "A queued email can't be read and was dropped",
      );
    }
  }
  return notices;
}

interface Waiting {
  mail: Mail;
  lasting: boolean;
}

/** Omits emails that are outdated, and those from which the recipient has unsubscribed. */
async function keepWanted(tx: Db, notices: Waiting[]): Promise<Waiting[]> {
  const now = Date.now();
  const useful = notices.filter(({ mail }) => (mail.validUntil?.getTime() ?? now + 1) > now);
  const [first] = useful;
  if (!first) return [];
  const { to, unsubscribe } = first.mail;
  if (unsubscribe?.list === "guardian") {
    const guardian = await findGuardian(tx, unsubscribe.profileId);
    return guardian?.address === to ? useful : [];
  }
  const [reader] = await tx
    .select({ profileId: profiles.id, wants: profiles.changeSummaries })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(users.email, to));
  if (!reader) return useful;
  const wanted = useful.filter(({ lasting }) => lasting || reader.wants);
  return wanted.map(({ mail, lasting }) => ({
    mail: lasting
      ? mail
      : { ...mail, unsubscribe: { list: "changeSummaries", profileId: reader.profileId } },
    lasting,
  }));
}

function writeDigest(context: Context, mails: [Mail, ...Mail[]], isEssential: boolean): Mail {
  const [first] = mails;
  const last = mails.at(-1) ?? first;
  const more = mails.length - 1;
  const isGuardian = first.unsubscribe?.list === "guardian";
  const invitations = mails.flatMap(({ invitation }): Invitation[] =>
    invitation ? [invitation] : [],
  );
  return {
    to: first.to,
    subject: `${last.subject}, and ${more} more ${more === 1 ? "update" : "updates"}`,
    content: {
      recipientName: first.content.recipientName,
      title: `You have ${mails.length} updates`,
      preheader: "Several things changed in a short time. Here's the latest on each.",
      ...(first.content.opening ? { opening: first.content.opening } : {}),
      paragraphs: [
        "Several things changed in a short time. Here's the latest on each:",
        ...mails.map(summarize),
      ],
      ...(isGuardian
        ? {}
        : {
            action: { label: "Open your dashboard", url: `${context.config.appUrl}/dashboard` },
          }),
      note: "When many things change at once, we send one email about all of them.",
      because: isGuardian ? null : `you teach or take courses on ${site.name}`,
    },
    ...(invitations.length > 0 ? { invitation: mergeInvitations(invitations) } : {}),
    ...(isEssential && !isGuardian
      ? {}
      : first.unsubscribe
        ? { unsubscribe: first.unsubscribe }
        : {}),
  };
}

/** One paragraph with the content of an email, without its greeting and opening. */
function summarize({ subject, content }: Mail): string {
  const { paragraphs, action } = content;
  const link = action ? [`${action.label}: ${action.url}`] : [];
  return [`${subject}:`, ...paragraphs, ...link].join(" ");
}
