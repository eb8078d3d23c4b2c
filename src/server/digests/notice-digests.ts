/** Sends the emails that `admitNotice` held back, combined in digests. */

import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, min } from "drizzle-orm";
import type { UnsubscribeList } from "#lib/account-settings/unsubscribe.ts";
import { site } from "#lib/site/site.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Invitation } from "../calendar/calendar.ts";
import { mergeInvitations } from "../calendar/merge-invitations.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { mailNotices } from "../db/tables/mail-notices.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findGuardian } from "../guardians/guardian.ts";
import { emailPreferenceColumns } from "../guardians/recipients.ts";
import { startBatch } from "../jobs/batch.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import { isWaitingFor, unseal } from "../mail/notices.ts";
import { describeFact } from "../providers/mail/layout.ts";

const t = getTexts("digests");

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
 * @throws the first error, after all digests have been tried.
 */
export async function sendNoticeDigests(context: Context): Promise<void> {
  const { db } = context;
  const due = await db
    .select({ recipient: mailNotices.recipient })
    .from(mailNotices)
    .where(isNotNull(mailNotices.sealed))
    .groupBy(mailNotices.recipient)
    .having(lt(min(mailNotices.createdAt), new Date(Date.now() - waitFor)));
  const batch = startBatch(context);
  for (const { recipient } of due) {
    await batch.attempt({ recipient }, () =>
      db.transaction((tx) => sendDigest(context, tx, recipient)),
    );
  }
  await db
    .delete(mailNotices)
    .where(
      and(isNull(mailNotices.sealed), lt(mailNotices.createdAt, new Date(Date.now() - keepFor))),
    );
  batch.end();
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
  const write = () => writeDigest(context, [first, ...others], hasLasting);
  const mail = others.length === 0 ? first : runWithLanguage(first.language, write);
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
    .select({ profileId: profiles.id, wants: emailPreferenceColumns })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(users.email, to));
  if (!reader) return useful;
  const { wants } = reader;
  // A waiting email of a kind that has been turned off isn't sent in a digest either.
  const wantsKind = (list: UnsubscribeList | undefined) =>
    list === undefined || list === "guardian" || wants[list];
  const wanted = useful.filter(
    ({ lasting, mail }) => wantsKind(mail.unsubscribe?.list) && (lasting || wants.changeSummaries),
  );
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
  const isGuardian = first.unsubscribe?.list === "guardian";
  // All emails about a child have the same button.
  const action = isGuardian
    ? first.content.action
    : { label: t("mail.action"), url: pageUrl(context.config, "/dashboard") };
  // The recipient's zone, which may have changed since the first email.
  const timeZone = mails.findLast(({ content }) => content.timeZone)?.content.timeZone;
  const invitations = mails.flatMap(({ invitation }): Invitation[] =>
    invitation ? [invitation] : [],
  );
  return {
    to: first.to,
    language: getLanguage(),
    subject: t("mail.subject", { subject: isolatedInRtl(last.subject), count: mails.length - 1 }),
    content: {
      recipientName: first.content.recipientName,
      title: t("mail.title", { count: mails.length }),
      preheader: t("mail.preheader"),
      ...(first.content.opening ? { opening: first.content.opening } : {}),
      paragraphs: [t("mail.first"), ...mails.map((mail) => summarize(mail, action))],
      ...(action ? { action } : {}),
      note: t("mail.note"),
      ...(timeZone ? { timeZone } : {}),
      because: isGuardian ? null : describeReason(mails),
    },
    ...(invitations.length > 0 ? { invitation: mergeInvitations(invitations) } : {}),
    ...(isEssential && !isGuardian
      ? {}
      : first.unsubscribe
        ? { unsubscribe: first.unsubscribe }
        : {}),
  };
}

/** The reason that the emails share, if they have only one. */
function describeReason([first, ...others]: [Mail, ...Mail[]]): string | null {
  const { because } = first.content;
  const isShared = others.every(({ content }) => content.because === because);
  return isShared ? because : t("mail.because", { site: site.name });
}

/** The content of an email, line by line, without its greeting, opening and the digest's link. */
function summarize({ subject, content }: Mail, common: Mail["content"]["action"]): string {
  const { paragraphs, facts = [], action } = content;
  const link = action && action.url !== common?.url ? [`${action.label}: ${action.url}`] : [];
  return [subject, ...paragraphs, ...facts.map(describeFact), ...link].join("\n");
}
