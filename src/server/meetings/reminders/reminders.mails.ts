/** The text of reminders of classes and other meetings. */

import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { joinMinutesBefore } from "#lib/rooms/room-opening.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { describeStart } from "#lib/time/describe-start.ts";
import { formatInstant, formatSpan } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailPersonAndGuardian } from "../../guardians/recipients.ts";
import type { DueReminder, ReminderKind } from "./due-reminders.ts";

const t = getTexts("meetings");

const hour = 60 * 60 * 1_000;

/** Reminds a person, and a child's guardian, of a class or meeting. Times are in the person's zone. */
export async function mailReminder(
  context: Context,
  tx: Db,
  due: DueReminder,
  { hours }: ReminderKind,
): Promise<void> {
  const { timeZone, startsAt, roomId } = due;
  const isTeacher = due.role === "teacher";
  const isSoon = hours === 1;
  const { config } = context;
  await mailPersonAndGuardian(context, tx, due, () => {
    const course = isolatedInRtl(due.courseTitle);
    const topic = isolatedInRtl(due.topic);
    const time = formatInstant(startsAt.toISOString(), timeZone, Date.now());
    const span = formatSpan(startsAt.toISOString(), due.endsAt.toISOString(), timeZone, Date.now());
    return {
      subject: isSoon
        ? t("mail.reminder.soonSubject", { topic, time: span })
        : t("mail.reminder.subject", { topic, time }),
      content: {
        title: titleOf(due, isSoon),
        preheader: t("mail.reminder.preheader", {
          course,
          time: describeStart(startsAt.toISOString(), timeZone, Date.now()),
        }),
        paragraphs: [
          isTeacher
            ? t("mail.reminder.teaching", { course })
            : t("mail.reminder.attending", { course, teacher: isolatedInRtl(due.teacherName) }),
          ...(due.topic === due.courseTitle ? [] : [t("mail.reminder.topic", { topic })]),
          t("mail.reminder.starts", { time }),
          ...(isTeacher ? [] : [t("mail.reminder.opens", { minutes: joinMinutesBefore })]),
        ],
        action: isTeacher
          ? {
              label: t(due.isClass ? "mail.reminder.startClass" : "mail.reminder.start"),
              url: pageUrl(config, `/start/${roomId}`),
            }
          : {
              label: t(due.isClass ? "mail.reminder.joinClass" : "mail.reminder.join"),
              url: pageUrl(config, `/join/${roomId}`),
            },
        note: t("mail.reminder.stop", { url: pageUrl(config, emailSettingsPath) }),
        because: t(isTeacher ? "mail.reminder.becauseTeacher" : "mail.reminder.becauseStudent", {
          course,
        }),
      },
      // From an hour before the start, the second reminder replaces the first.
      validUntil: isSoon ? startsAt : new Date(startsAt.getTime() - hour),
      unsubscribe: { list: "meetingReminders", profileId: due.profileId },
    };
  });
}

function titleOf({ isClass }: DueReminder, isSoon: boolean): string {
  if (isClass) return t(isSoon ? "mail.reminder.soonClassTitle" : "mail.reminder.classTitle");
  return t(isSoon ? "mail.reminder.soonTitle" : "mail.reminder.title");
}
