/**
 * Messages from guardians to their child's teachers. Guardians have no account, so a message is
 * sent by email, and the teacher's reply goes to the guardian's address, which is confirmed.
 */
import { AppError } from "#lib/errors.ts";
import type { TeacherMessageInput } from "#lib/guardians/guardian-view.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { keyedHash } from "../crypto.ts";
import { enterGuardianPage } from "../guardians/page-links.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";
import { findWritable } from "../messages/partners.ts";
import type { Limit } from "../rate-limits.ts";
import { writeTeacherMessage } from "./guardian-page.mails.ts";

const t = getTexts("guardianPage");

const hour = 60 * 60;
const ofGuardian: Limit = { name: "guardian-teacher-messages", points: 10, duration: 24 * hour };
const toTeacher: Limit = { name: "guardian-teacher-messages-to", points: 5, duration: hour };

/**
 * @throws AppError `not_found` if the link doesn't work, and for everyone whom the child may not
 * write to: people who don't teach the child, and those with whom either side ended contact;
 * `rate_limited`.
 */
export async function writeToTeacher(context: Context, input: TeacherMessageInput): Promise<void> {
  const { guardian } = await enterGuardianPage(context, input.token, input.childId);
  const { studentId, address } = guardian;
  const child = { profile: { id: studentId, role: "student" as const } };
  const { teacherId, text } = input;
  const writable = await findWritable(context.db, child, [teacherId]);
  const teacher = writable.has(teacherId) && (await findRecipient(context.db, teacherId));
  if (!teacher) throw new AppError("not_found", t("contact.noTeacher"));
  await context.limits.consumeInTurn([
    { limit: ofGuardian, key: keyedHash(context.config.appSecret, "limit", address) },
    { limit: toTeacher, key: `${studentId} ${teacherId}` },
  ]);
  await mailPerson(context, context.db, teacher, () => writeTeacherMessage(guardian, text));
}
