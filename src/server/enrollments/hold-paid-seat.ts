/** Holds a seat until it is paid. */
import { and, eq, isNull } from "drizzle-orm";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import { checkoutSeconds } from "#lib/seats/holds.ts";
import type { ProfiledActor } from "../actor.ts";
import type { SeatPrice } from "../catalog/late-joining.ts";
import type { SoldClasses } from "../classes/sold/sold-classes.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { paymentAccounts, payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { checkGuardian } from "../guardians/check-guardian.ts";
import { checkoutRequest } from "../payments/checkout/checkout-request.ts";
import type { Payment } from "../payments/payment-rows.ts";
import { findPlatformFee } from "../payments/platform-fee.ts";
import type { Course } from "../seats/seat-rows.ts";

export interface Sale {
  price: SeatPrice;
  sold: SoldClasses;
  isImported: boolean;
}

/**
 * Inserts a held seat and its payment, with the request that will create the checkout. The course
 * must be locked and have a free seat.
 *
 * @throws AppError `invalid_input` if a child has no guardian, `conflict` if the teacher can't
 * receive payments.
 */
export async function holdPaidSeat(
  context: Context,
  tx: Db,
  student: ProfiledActor,
  course: Course,
  sale: Sale,
): Promise<Payment> {
  const { price, sold, isImported } = sale;
  const { amountCents, courseClasses } = price;
  await requireGuardian(tx, student);
  const destinationAccountId = await findSellerAccount(tx, course.teacherId);
  const feeCents = await findPlatformFee(context, tx, {
    teacherId: course.teacherId,
    amountCents,
  });
  const expiresAt = endOfHold();
  const enrollmentId = newId("enr");
  const paymentId = newId("pay");
  await tx.insert(enrollments).values({
    id: enrollmentId,
    courseId: course.id,
    studentId: student.profile.id,
    status: "held",
    ...price,
    refundPolicy: course.refundPolicy,
    feeCents,
    holdExpiresAt: expiresAt,
    isImported,
    ...sold,
  });
  const request = checkoutRequest(context.config, {
    paymentId,
    enrollmentId,
    courseId: course.id,
    courseTitle: course.title,
    ...(courseClasses !== null && {
      lateJoining: { classesLeft: sold.soldClasses, classes: courseClasses },
    }),
    studentId: student.profile.id,
    studentEmail: student.email,
    amountCents,
    feeCents,
    destinationAccountId,
    expiresAt,
  });
  const [payment] = await tx
    .insert(payments)
    .values({
      id: paymentId,
      enrollmentId,
      amountCents,
      feeCents,
      itemTitle: course.title,
      destinationAccountId,
      checkoutRequest: request,
      sessionExpiresAt: expiresAt,
    })
    .returning();
  if (!payment) throw new Error("The payment was not stored");
  return payment;
}

/** In whole seconds, like the provider's timestamps. */
function endOfHold(): Date {
  const seconds = Math.floor(Date.now() / 1000) + checkoutSeconds;
  return new Date(seconds * 1000);
}

/** @throws AppError `invalid_input` if a child has no guardian. */
export async function requireGuardian(tx: Db, student: ProfiledActor): Promise<void> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, student.profile.id));
  if (!profile) throw new AppError("forbidden", enrollMessages.noProfile);
  checkGuardian(profile);
}

/** The account that gets the money. Null if the platform keeps it, because Stripe can't pay there. */
async function findSellerAccount(tx: Db, teacherId: string): Promise<string | null> {
  const [account] = await tx
    .select()
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.teacherId, teacherId), isNull(paymentAccounts.closedAt)));
  const isReady = account?.agreement === "none" || account?.providerAccountId;
  if (!account?.chargesEnabled || !isReady) {
    throw new AppError("conflict", enrollMessages.notPayable);
  }
  return account.providerAccountId;
}
