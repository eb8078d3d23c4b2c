import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";
import { isConnected, nameServices } from "../meetings/connection/connection.ts";

const t = getTexts("classes");

/** A class without a room. */
export interface RoomlessClass {
  id: string;
  teacherId: string;
  courseId: string;
  courseTitle: string;
  startsAt: Date;
}

/**
 * Notifies a teacher of upcoming classes that have no room. Nothing is sent to teachers who have
 * turned reminders off or deleted their account.
 */
export async function mailMissingRooms(
  context: Context,
  tx: Db,
  teacherId: string,
  list: readonly RoomlessClass[],
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  const [first] = list;
  if (!teacher?.wants.meetingReminders || !first) return;
  const service = nameServices(context);
  const connected = await isConnected(tx, teacherId);
  await mailPerson(context, tx, teacher, () => {
    const nameClass = ({ courseTitle, startsAt }: RoomlessClass) =>
      t("mail.noRoom.class", {
        course: isolatedInRtl(courseTitle),
        time: formatInstant(startsAt.toISOString(), teacher.timeZone, Date.now()),
      });
    const url = (path: string) => pageUrl(context.config, path);
    return {
      subject: t("mail.noRoom.subject", { class: nameClass(first) }),
      content: {
        title: t("mail.noRoom.title"),
        preheader: nameClass(first),
        paragraphs: [
          t(connected ? "mail.noRoom.connected" : "mail.noRoom.unconnected", {
            service,
            count: list.length,
          }),
          ...list.map(nameClass),
        ],
        action: connected
          ? { label: t("createMeeting"), url: url(`/dashboard/classes/${first.courseId}`) }
          : { label: t("mail.noRoom.connect", { service }), url: url("/dashboard/meetings") },
        note: t("mail.noRoom.stop", { url: url(emailSettingsPath) }),
        because: t("mail.noRoom.because"),
      },
      validUntil: first.startsAt,
      unsubscribe: { list: "meetingReminders", profileId: teacherId },
    };
  });
}
