/** Enrolling: from the student's click to the URL of the checkout. */

import type { EnrollInput } from "#lib/enrollments/enroll-input.ts";
import { enrolledPath, enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { type Actor, type ProfiledActor, requireStudent } from "../actor.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import { closeCheckout, freeSeat, openCheckout } from "../payments/checkout/checkout.ts";
import { settleCheckout } from "../payments/checkout/settle.ts";
import { findPayment, type Payment } from "../payments/payment-rows.ts";
import { isMissing, isProviderFailure, withinDeadline } from "../providers/stripe/failures.ts";
import { purgeSeatPages } from "../seats/seat-pages.ts";
import { holdSeat, type SeatRequest } from "./hold-seat.ts";

export interface StartedEnrollment {
  /**
   * The provider's checkout. For a free course, the page of the course, because the student is
   * already enrolled.
   */
  checkoutUrl: string;
  /** False if the student already had an open checkout. */
  isNew: boolean;
}

/**
 * Returns the actor if they may enroll. Checks in the order of the specification, with its
 * messages.
 */
export function requireEnrollingStudent(actor: Actor): ProfiledActor {
  if (actor.profile?.role === "teacher") throw new AppError("forbidden", enrollMessages.teacher);
  if (!actor.profile) throw new AppError("forbidden", enrollMessages.noProfile);
  return requireStudent(actor);
}

/**
 * Enrolls a student: immediately in a free course, otherwise with a seat held during checkout.
 * Repeated requests return the same open checkout.
 *
 * @throws AppError `forbidden` (teachers, other people's profiles), `not_found`, `conflict`
 * (already enrolled, full, ended, without classes, other terms than the student saw, for other ages), `provider_unavailable` within 10 s if the provider doesn't respond.
 */
export async function enroll(
  context: Context,
  actor: Actor,
  courseId: string,
  { studentId, seen, outsideAudience }: EnrollInput,
  { isImported = false }: Pick<SeatRequest, "isImported"> = {},
): Promise<StartedEnrollment> {
  const student = requireEnrollingStudent(actor);
  if (studentId !== student.profile.id) {
    throw new AppError("forbidden", enrollMessages.otherStudent);
  }
  return withinDeadline(enrollMessages.unavailable, async (deadline) => {
    for (;;) {
      const started = await tryToEnroll(
        context,
        student,
        { courseId, seen, outsideAudience, isImported },
        deadline,
      );
      if (started) return started;
      if (deadline.aborted) throw unavailable();
      await pause();
    }
  });
}

function unavailable(): AppError {
  return new AppError("provider_unavailable", enrollMessages.unavailable, { retryAfter: 5 });
}

/** Waits before checking again whether another request has created the checkout. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}

/** Returns undefined if the student's earlier checkout has just changed and must be read again. */
async function tryToEnroll(
  context: Context,
  student: ProfiledActor,
  { courseId, ...request }: SeatRequest & { courseId: string },
  deadline: AbortSignal,
): Promise<StartedEnrollment | undefined> {
  const seat = await holdSeat(context, student, courseId, request);
  switch (seat.kind) {
    case "free":
      await purgeSeatPages(context, seat.enrollment, seat.course);
      return { checkoutUrl: pageUrl(context.config, enrolledPath(courseId)), isNew: true };
    case "held": {
      const checkoutUrl = await openCheckout(context, seat.payment, { isFirst: true, deadline });
      return checkoutUrl === undefined ? undefined : { checkoutUrl, isNew: true };
    }
    case "already-held": {
      const payment = await findPayment(context.db, seat.paymentId);
      const checkoutUrl = payment && (await resumeCheckout(context, payment, deadline));
      return checkoutUrl === undefined ? undefined : { checkoutUrl, isNew: false };
    }
  }
}

async function resumeCheckout(
  context: Context,
  payment: Payment,
  deadline: AbortSignal,
): Promise<string | undefined> {
  if (payment.status !== "open") return undefined;
  if (payment.sessionId === null)
    return openCheckout(context, payment, { isFirst: false, deadline });
  if (payment.checkoutUrl === null) {
    await closeCheckout(context, payment.id);
    return undefined;
  }
  const { id, sessionId, checkoutUrl, sessionExpiresAt } = payment;
  const isPastEnd = sessionExpiresAt !== null && sessionExpiresAt <= new Date();
  return (await isStillOpen(context, { id, sessionId, isPastEnd })) ? checkoutUrl : undefined;
}

/**
 * Whether a checkout is still open. Uses our own records while the provider is unavailable.
 * @throws Stripe's errors when the provider is unavailable and the checkout should have expired.
 */
async function isStillOpen(
  context: Context,
  { id, sessionId, isPastEnd }: { id: string; sessionId: string; isPastEnd: boolean },
): Promise<boolean> {
  try {
    const state = await settleCheckout(context, sessionId);
    if (state === "foreign") throw new AppError("conflict", enrollMessages.notPayable);
    return state === "open";
  } catch (error) {
    if (isMissing(error)) {
      await freeSeat(context, id);
      return false;
    }
    if (!isProviderFailure(error) || isPastEnd) throw error;
    return true;
  }
}
