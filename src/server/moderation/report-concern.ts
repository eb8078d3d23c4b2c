/** Reports by people with an account. Each opens a case, or is added to the pending one. */
import { and, eq, isNull } from "drizzle-orm";
import { nameSubject } from "#lib/cases/case-names.ts";
import type { ReportableSubject } from "#lib/cases/cases.rules.ts";
import type { ReportInput, ReportSubject } from "#lib/cases/cases.ts";
import { AppError } from "#lib/errors.ts";
import { defaultLanguage } from "#lib/languages.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import { caseUrl } from "../cases/case-url.ts";
import { mailStaffAbout } from "../cases/mail-staff.ts";
import { type NewReport, type OpenedCase, openCase } from "../cases/open-case.ts";
import { reportedMail } from "../cases/staff.mails.ts";
import { findCourse } from "../catalog/find-course.ts";
import { visibleTo } from "../comments/comment.view.ts";
import type { Context } from "../context.ts";
import { requireMemberOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { classes } from "../db/tables/classes.table.ts";
import { comments } from "../db/tables/comments.table.ts";
import { introductions } from "../db/tables/introductions.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviewMarks, reviews } from "../db/tables/reviews.table.ts";
import { transact } from "../db/transact.ts";
import { reportMessage } from "../messages/reports.ts";
import { lockPayment } from "../payments/payment-rows.ts";
import { findReceipt } from "../payments/receipts/receipts.ts";
import { readRefundable } from "../payments/refunds/refundable.ts";
import { findStudent } from "../people/students.ts";
import { isPresent } from "../public-person.ts";
import type { Limit } from "../rate-limits.ts";
import { toggleReviewMark } from "../reviews/likes-and-reports.ts";
import { visible } from "../reviews/review.view.ts";

const t = getTexts("cases");

/** Limited because every report sends an email to staff. */
const reportLimit: Limit = { name: "case-reports", points: 20, duration: 60 * 60 };

const missing = () => new AppError("not_found", t("server.missing"));
const own = () => new AppError("forbidden", t("server.own"));

/** Checks that the actor can see the subject and may report it. @throws AppError otherwise. */
type Check = (context: Context, actor: ProfiledActor, id: string) => Promise<void>;

const checks: Record<Exclude<ReportableSubject, "message">, Check> = {
  async review({ db }, { userId }, id) {
    const [review] = await db
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, id), visible));
    if (!review) throw missing();
    if (review.authorId === userId) throw own();
  },

  async comment({ db }, actor, id) {
    const [comment] = await db.select().from(comments).where(eq(comments.id, id));
    if (!comment) throw missing();
    const { course } = await requireMemberOf(db, actor, comment.courseId, { refusal: missing });
    if (comment.authorId === actor.profile.id) throw own();
    const isVisible = and(eq(comments.id, id), visibleTo(actor.profile.id, course.teacherId));
    if ((await db.$count(comments, isVisible)) === 0) throw missing();
  },

  async profile(context, actor, id) {
    if (actor.profile.id === id) throw own();
    const [profile] = await context.db
      .select({ role: profiles.role })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(eq(profiles.id, id), isPresent));
    if (!profile) throw missing();
    // Suspended teachers can't be found, but what they did can still be reported.
    if (profile.role !== "teacher") await findStudent(context, actor, id);
  },

  async introduction({ db }, actor, id) {
    const [found] = await db
      .select({ teacherId: introductions.teacherId })
      .from(introductions)
      .where(and(eq(introductions.id, id), isNull(introductions.hiddenAt)));
    if (!found) throw missing();
    if (found.teacherId === actor.profile.id) throw own();
  },

  async course(context, actor, id) {
    const { teacherId } = await findCourse(context, actor, id);
    if (teacherId._id === actor.profile.id) throw own();
  },

  async class(context, actor, id) {
    const [found] = await context.db
      .select({ courseId: classes.courseId })
      .from(classes)
      .where(eq(classes.id, id));
    if (!found) throw missing();
    await checks.course(context, actor, found.courseId);
  },

  async payment(context, actor, id) {
    await findReceipt(context, actor, id);
    await requireRefundable(context.db, id);
  },
};

async function requireRefundable(db: Db, paymentId: string): Promise<void> {
  const { leftCents } = await readRefundable(db, paymentId);
  if (leftCents === 0) throw new AppError("conflict", t("server.notRefundable"));
}

/**
 * Checks whether the actor may report the subject, for the page with the form.
 * @throws AppError `not_found` for subjects that the actor can't see; `forbidden` for the actor's
 * own content; `conflict` for a payment that can't be refunded.
 */
export async function checkReportable(
  context: Context,
  actor: Actor,
  { about, id }: ReportSubject,
): Promise<void> {
  // For a message, the report itself checks this, and no page checks it before.
  if (about !== "message") await checks[about](context, requireProfile(actor), id);
}

/**
 * Reports something to staff. @throws AppError like `checkReportable`; `rate_limited`.
 */
export async function reportConcern(
  context: Context,
  actor: Actor,
  { about, id, category, details }: ReportInput,
): Promise<void> {
  const person = requireProfile(actor);
  if (about === "message") {
    return reportMessage(context, actor, id, { reason: details, category });
  }
  await checks[about](context, person, id);
  await context.limits.consume(reportLimit, person.userId);
  // A report counts toward hiding a review, however it was made.
  if (about === "review") await markAsReported(context, actor, id);
  const report: NewReport = {
    subject: { kind: about, id },
    category,
    details,
    reporter: { kind: "member", userId: person.userId },
  };
  await transact(context.db, async (tx) => {
    if (about === "payment") {
      // A full refund settles the request, so a request after it would never be settled. Refunds and
      // decisions lock the payment before the case, too.
      await lockPayment(tx, id);
      await requireRefundable(tx, id);
    }
    const opened = await openCase(context, tx, report);
    if (!opened) throw missing();
    await mailStaff(context, tx, { ...opened, id }, about, details, person.profile.id);
  });
}

async function markAsReported(context: Context, actor: Actor, reviewId: string): Promise<void> {
  const isReported = and(
    eq(reviewMarks.reviewId, reviewId),
    eq(reviewMarks.userId, actor.userId),
    eq(reviewMarks.kind, "report"),
  );
  if ((await context.db.$count(reviewMarks, isReported)) > 0) return;
  await toggleReviewMark(context, actor, reviewId, "report");
}

async function mailStaff(
  context: Context,
  tx: Db,
  { caseId, aboutUserId, interestedIds, id }: OpenedCase & { id: string },
  about: ReportableSubject,
  details: string,
  sender: string,
): Promise<void> {
  const name = runWithLanguage(defaultLanguage, () => nameSubject(about));
  const row = { id: caseId, aboutUserId, interestedIds };
  await mailStaffAbout(context, tx, row, [getSupportAddress()], (to) => ({
    ...reportedMail(to, `${name} (${id})`, details, caseUrl(context.config, caseId)),
    notice: { sender, about: `case:${caseId}`, kind: "reported", lasting: true },
  }));
}
