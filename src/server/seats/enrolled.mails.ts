/** Emails about a new enrollment, queued in its transaction. */
import { and, asc, eq, gt } from "drizzle-orm";
import { type ClassesLeft, describeClassesLeft } from "#lib/classes/classes-left.ts";
import { toDollars } from "#lib/payments/money.ts";
import { receiptPath } from "#lib/payments/receipts.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { describeRefundOnSale } from "#lib/payments/refund-policy-texts.ts";
import { endOf14Days, refundEnd } from "#lib/payments/refund-right.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatClock, formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { writeDates } from "../calendar/calendar.ts";
import { toCalendarEvent } from "../classes/class-event.ts";
import { countUpcomingClasses, type UpcomingClasses } from "../classes/next-class.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { mailPerson, mailPersonAndGuardian } from "../guardians/recipients.ts";
import type { MailFact } from "../providers/mail/layout.ts";
import { type LeavingSeat, readLeaving } from "./leaving.ts";
import { findFirstRefundedSeat } from "./refund-period.ts";
import {
  becauseTeaching,
  type CourseFacts,
  findPeople,
  nameOf,
  price,
  type Seat,
  seatNotice,
} from "./seats.mails.ts";

const t = getTexts("seats");
const facts = getTexts("mails");

/** The full price and the numbers of classes, if the student joined late and paid for fewer of them. */
interface LateSeat {
  fullCents: number | null;
  courseClasses: number | null;
  soldClasses: number;
}

type EnrolledSeat = Seat & LeavingSeat & LateSeat;

/** Notifies the student and the teacher of a new enrollment. */
export async function mailEnrolled(
  context: Context,
  tx: Db,
  seat: EnrolledSeat,
  course: CourseFacts,
  payment?: { id: string; receiptNumber: string | null },
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  // Someone who has left and pays again gets the details of the new payment at once, too.
  const notice = seatNotice(seat, course, payment ? `enrolled ${payment.id}` : "enrolled");
  const dates = await listUpcomingClasses(tx, course.id);
  if (student) {
    const upcoming = await countUpcomingClasses({ db: tx }, course.id);
    const refundsUntil = seat.amountCents === 0 ? "never" : refundEnd(await readLeaving(tx, seat));
    const room = () => pageUrl(context.config, `/dashboard/enrolled-courses/${course.id}`);
    const zone = student.timeZone;
    await mailPersonAndGuardian(context, tx, student, async () => {
      const title = isolatedInRtl(course.title);
      return {
        notice,
        subject: t("mail.enrolled.subject", { course: title }),
        content: {
          title: t("mail.enrolled.title"),
          preheader: t("mail.enrolled.preheader", { course: title }),
          paragraphs: [
            teacher
              ? t("mail.enrolled.text", { course: title, teacher: isolatedInRtl(teacher.name) })
              : t("mail.enrolled.textWithoutTeacher", { course: title }),
            ...describePayment(seat, upcoming.lastIsRunning),
            ...describeLateJoining(seat, "mail.enrolled.late"),
            ...describeRunning(upcoming, zone),
            ...describeLeft(upcoming, seat, teacher?.timeZone ?? student.timeZone),
            ...(await describeEarlierSeat(tx, seat, course, student.timeZone)),
            ...describeMissingClasses(seat, student.timeZone),
            t(dates.length > 0 ? "mail.enrolled.next" : "mail.enrolled.datesLater"),
          ],
          facts: [
            { name: facts("fact.course"), value: title },
            ...(teacher
              ? [{ name: facts("fact.teacher"), value: isolatedInRtl(teacher.name) }]
              : []),
            ...describeNextClass("fact.firstClass", dates, zone),
            { name: facts("fact.where"), value: t("mail.enrolled.room"), url: room() },
            ...describePrice(context, seat, payment),
            ...describeRefundRight(refundsUntil, zone),
          ],
          action: { label: t("mail.openCourse"), url: room() },
          because: t("mail.becauseEnrolling", { course: title }),
        },
        ...(dates.length > 0 && {
          invite: () =>
            writeDates(
              context.config,
              dates.map((row) =>
                toCalendarEvent(context.config, row, {
                  title: course.title,
                  teacherName: teacher?.name ?? "",
                }),
              ),
            ),
        }),
      };
    });
  }
  if (teacher) {
    const ofCourse = and(eq(enrollments.courseId, course.id), isEnrolled);
    const number = await tx.$count(enrollments, ofCourse);
    await mailPerson(context, tx, teacher, () => {
      const title = isolatedInRtl(course.title);
      const sentence = t("mail.newStudent.text", { student: nameOf(student), course: title });
      return {
        notice,
        subject: t("mail.newStudent.subject", { course: title }),
        content: {
          title: t("mail.newStudent.title"),
          preheader: sentence,
          paragraphs: [sentence, ...describeLateJoining(seat, "mail.newStudent.late")],
          facts: [
            { name: facts("fact.student"), value: nameOf(student) },
            { name: facts("fact.course"), value: title },
            ...describePrice(context, seat),
            ...describeNextClass("fact.nextClass", dates, teacher.timeZone),
            { name: facts("fact.students"), value: formatCount(number) },
          ],
          action: {
            label: t("mail.openCourse"),
            url: pageUrl(context.config, `/dashboard/classes/${course.id}`),
          },
          because: becauseTeaching(course),
        },
      };
    });
  }
}

function describePayment(
  { amountCents, refundPolicy }: Seat & { refundPolicy: RefundPolicy },
  lastIsRunning: boolean,
) {
  if (amountCents === 0) return [t("mail.enrolled.free")];
  return [
    t("mail.enrolled.paid", { amount: price(amountCents) }),
    t("mail.enrolled.policy", { policy: describeRefundOnSale(refundPolicy, lastIsRunning) }),
  ];
}

/** The reduced price of a student who joined late, and what the whole course costs. */
function describeLateJoining(
  { amountCents, fullCents, courseClasses, soldClasses }: Seat & LateSeat,
  key: "mail.enrolled.late" | "mail.newStudent.late",
): string[] {
  if (fullCents === null || courseClasses === null) return [];
  const values = { amount: price(amountCents), full: price(fullCents) };
  return [t(key, { ...values, left: soldClasses, total: courseClasses })];
}

/** What is left of a course that has started. */
function describeLeft(upcoming: ClassesLeft, { amountCents }: Seat, zone: string): string[] {
  const left = describeClassesLeft(upcoming, toDollars(amountCents), zone, new Date());
  return left === undefined ? [] : [t("mail.enrolled.classesLeft", { left })];
}

/** The class that is in progress, which the student can still attend. */
function describeRunning({ runningUntil }: UpcomingClasses, zone: string): string[] {
  if (!runningUntil) return [];
  return [t("mail.enrolled.running", { time: formatClock(runningUntil.toISOString(), zone) })];
}

/** The scheduled classes that haven't ended, by start. */
function listUpcomingClasses(tx: Db, courseId: string) {
  return tx
    .select()
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, new Date()),
      ),
    )
    .orderBy(asc(classes.startsAt));
}

/**
 * The next class that starts. For a new student, it is the first one, from which refunds are
 * counted.
 */
function describeNextClass(
  name: "fact.firstClass" | "fact.nextClass",
  dates: readonly { startsAt: Date }[],
  zone: string,
): MailFact[] {
  const now = new Date();
  const first = dates.find(({ startsAt }) => startsAt > now) ?? dates[0];
  if (!first) return [];
  const start = first.startsAt.toISOString();
  return [{ name: facts(name), value: formatInstant(start, zone, Date.now()) }];
}

function describePrice(
  { config }: Context,
  { amountCents }: Seat,
  payment?: { id: string; receiptNumber: string | null },
): MailFact[] {
  const name = facts("fact.price");
  if (amountCents === 0) return [{ name, value: facts("fact.free") }];
  return [
    { name, value: price(amountCents) },
    ...(payment
      ? [
          {
            name: facts("fact.receipt"),
            value: payment.receiptNumber ?? payment.id,
            url: pageUrl(config, receiptPath(payment.id)),
          },
        ]
      : []),
  ];
}

/** The end of the period in which a student who leaves gets a refund, if it is known. */
function describeRefundRight(end: ReturnType<typeof refundEnd>, zone: string): MailFact[] {
  if (!(end instanceof Date) || end <= new Date()) return [];
  return [
    { name: facts("fact.refundUntil"), value: formatInstant(end.toISOString(), zone, Date.now()) },
  ];
}

/** The right of a student whose classes went missing during the checkout. */
function describeMissingClasses(
  { refundableUntil }: { refundableUntil: Date | null },
  timeZone: string,
): string[] {
  if (refundableUntil === null) return [];
  const end = formatInstant(refundableUntil.toISOString(), timeZone, Date.now());
  return [t("mail.enrolled.fewerClasses"), t("mail.enrolled.refundUntil", { end })];
}

/** The end of the refund period, if it is counted from an earlier enrollment. */
async function describeEarlierSeat(
  tx: Db,
  { amountCents, refundPolicy, studentId }: Seat & { refundPolicy: RefundPolicy },
  { id: courseId }: CourseFacts,
  timeZone: string,
): Promise<string[]> {
  if (amountCents === 0 || refundPolicy !== "14-days") return [];
  const first = await findFirstRefundedSeat(tx, { studentId, courseId });
  if (!first) return [];
  const end = endOf14Days(first);
  const key = end > new Date() ? "mail.enrolled.earlierEnds" : "mail.enrolled.earlierEnded";
  return [t(key, { end: formatInstant(end.toISOString(), timeZone, Date.now()) })];
}
