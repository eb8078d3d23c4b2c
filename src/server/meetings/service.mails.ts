/** Emails to teachers about problems at their meeting service. */

import { site } from "#lib/site/site.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import type { meetings } from "../db/tables/meetings.table.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";

const t = getTexts("meetings");

/** Informs a teacher that a service was disconnected: what still works, and what to do next. */
export async function mailServiceDisconnected(
  context: Context,
  tx: Db,
  teacherId: string,
  service: string,
): Promise<void> {
  const about = service.toLowerCase();
  await mailTeacher(context, tx, { teacherId, service, about }, () => ({
    subject: t("mail.disconnected.subject", { service }),
    title: t("mail.disconnected.title", { service }),
    preheader: t("mail.disconnected.preheader"),
    paragraphs: [
      t("mail.disconnected.first", { service, site: site.name }),
      t("mail.disconnected.second", { service }),
    ],
    label: t("mail.disconnected.action", { service }),
  }));
}

/** Informs a teacher that the service couldn't create a meeting. */
export async function mailCreationFailed(
  context: Context,
  tx: Db,
  request: typeof meetingRequests.$inferSelect,
  service: string,
): Promise<void> {
  const { teacherId } = request;
  const about = `request:${request.id}`;
  await mailTeacher(context, tx, { teacherId, service, about }, (timeZone) => ({
    subject: t("mail.notCreated.subject", { service, topic: isolatedInRtl(request.topic) }),
    title: t("mail.notCreated.title"),
    preheader: t(request.trialId ? "mail.notCreated.trialPreheader" : "mail.notCreated.preheader"),
    paragraphs: [
      t("mail.notCreated.first", {
        service,
        topic: isolatedInRtl(request.topic),
        time: formatInstant(request.startTime.toISOString(), timeZone, Date.now()),
      }),
      t(request.trialId ? "mail.notCreated.trial" : "mail.notCreated.second"),
    ],
    label: t("mail.openMeetings"),
  }));
}

/**
 * Informs a teacher that a class's meeting was moved at the service, and that we restored its time.
 */
export async function mailMeetingMovedBack(
  context: Context,
  tx: Db,
  meeting: typeof meetings.$inferSelect,
  service: string,
): Promise<void> {
  const { teacherId } = meeting;
  const about = `put-back:${meeting.id}`;
  await mailTeacher(context, tx, { teacherId, service, about }, (timeZone) => ({
    subject: t("mail.movedBack.subject", { topic: isolatedInRtl(meeting.topic) }),
    title: t("mail.movedBack.title", { service }),
    preheader: t("mail.movedBack.preheader"),
    paragraphs: [
      t("mail.movedBack.first", {
        service,
        time: formatInstant(meeting.startTime.toISOString(), timeZone, Date.now()),
      }),
      t("mail.movedBack.second"),
    ],
    label: t("mail.openMeetings"),
  }));
}

interface EmailText {
  subject: string;
  title: string;
  preheader: string;
  paragraphs: string[];
  label: string;
}

/** Does nothing for a deleted account. */
async function mailTeacher(
  context: Context,
  tx: Db,
  { teacherId, service, about }: { teacherId: string; service: string; about: string },
  write: (timeZone: string) => EmailText,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (!teacher) return;
  await mailPerson(context, tx, teacher, () => {
    const { subject, label, ...content } = write(teacher.timeZone);
    return {
      notice: { sender: teacherId, about, kind: "zoom" },
      subject,
      content: {
        ...content,
        action: { label, url: pageUrl(context.config, "/dashboard/meetings") },
        because: t("mail.because", { site: site.name, service }),
      },
    };
  });
}
