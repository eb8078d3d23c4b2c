/**
 * The redirects after the provider's checkout page, when the student has paid or canceled. Both
 * lead to the course page.
 */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { checkoutResultPath, enrolledPath } from "#lib/enrollments/enrollments.ts";
import type { Context } from "../../context.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { isProviderFailure, noAnswer, withinDeadline } from "../../providers/stripe/failures.ts";
import type { PaymentRows } from "../payment-rows.ts";
import { checkoutLookups } from "../provider-limits.ts";
import { closeOpenCheckout, releaseSeat } from "./checkout.ts";
import { isCancelSignature } from "./checkout-request.ts";
import { settleCheckout } from "./settle.ts";

const elsewhere = "/courses";

/**
 * Returns the path to which a student is redirected after paying. Settles the checkout as the
 * webhook does; if the provider doesn't respond, the webhook or reconciliation settles it later.
 * Anyone may call this, because it only records what the provider reports.
 */
export async function returnFromCheckout(context: Context, sessionId: string): Promise<string> {
  const isThis = eq(payments.sessionId, sessionId);
  const found = await findRows(context, isThis);
  if (!found) return elsewhere;
  if (await mayQueryProvider(context, found, "return")) {
    await settleOrWait(context, () => settleCheckout(context, sessionId));
  }
  return describeOutcome(context, isThis);
}

/**
 * Returns the path to which a student is redirected after canceling. Closes the checkout session
 * and frees the seat, even if the provider doesn't respond. The signature proves that the link
 * belongs to this checkout.
 */
export async function cancelCheckout(
  context: Context,
  paymentId: string,
  signature: string,
): Promise<string> {
  if (!isCancelSignature(context.config, paymentId, signature)) return elsewhere;
  const isThis = eq(payments.id, paymentId);
  const found = await findRows(context, isThis);
  if (!found) return elsewhere;
  if (await mayQueryProvider(context, found, "cancel")) {
    await settleOrWait(context, () => closeOpenCheckout(context, paymentId));
  }
  await releaseSeat(context, paymentId);
  return describeOutcome(context, isThis);
}

/**
 * Whether a lookup at the provider can change anything and whether it is within the rate limits.
 * Anyone can call the return URL any number of times.
 */
async function mayQueryProvider(
  { limits }: Context,
  { payment }: Pick<PaymentRows, "payment">,
  way: "return" | "cancel",
): Promise<boolean> {
  if (payment.status !== "open") return false;
  return limits.tryConsume(checkoutLookups, `${way} ${payment.id}`);
}

/** The path of the course page, with the outcome according to our records. */
async function describeOutcome(context: Context, isThis: SQL): Promise<string> {
  const found = await findRows(context, isThis);
  if (!found) return elsewhere;
  const { payment, enrollment } = found;
  const { courseId, studentId } = enrollment;
  if (payment.status === "refunding" || payment.status === "refunded") {
    if (payment.refundReason === "duplicate") return enrolledPath(courseId);
    const isClosed = payment.refundReason?.startsWith("course-");
    return checkoutResultPath(courseId, isClosed ? "closed" : "refunded");
  }
  if (enrollment.status === "enrolled") return checkoutResultPath(courseId, "success");
  if (enrollment.status === "held") return checkoutResultPath(courseId, "pending");
  const ofStudent = and(eq(enrollments.courseId, courseId), eq(enrollments.studentId, studentId));
  // The student has started a new checkout, so the outcome of an earlier one would be confusing.
  const newer = and(ofStudent, inArray(enrollments.status, ["held", "enrolled"]));
  if ((await context.db.$count(enrollments, newer)) > 0) return `/courses/${courseId}`;
  return checkoutResultPath(courseId, payment.status === "open" ? "released" : "cancelled");
}

async function settleOrWait(context: Context, settle: () => Promise<unknown>): Promise<void> {
  try {
    await withinDeadline(noAnswer, settle);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn(
      { err: error },
      "A checkout is settled later because the provider didn't respond",
    );
  }
}

async function findRows(
  context: Context,
  condition: SQL,
): Promise<Pick<PaymentRows, "payment" | "enrollment"> | undefined> {
  const [found] = await context.db
    .select({ payment: payments, enrollment: enrollments })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(condition);
  return found;
}
