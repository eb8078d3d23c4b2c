/** Receipts for students, as proof of payment. */
import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError } from "#lib/errors.ts";
import { toDollars } from "#lib/payments/money.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireStudent } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import type { Payment } from "../payment-rows.ts";
import { receiptNumberOf } from "./receipt-numbers.ts";

const t = getTexts("payments");

/** Amounts are in dollars, times in ISO 8601. */
export interface ReceiptView {
  _id: string;
  /** The receipt number that people see. */
  number: string;
  amount: number;
  paidAt: string;
  /** The amount refunded so far, regardless of who made the refunds. */
  refunded: number;
  /** The course, with its title at the time of purchase. */
  course: { _id: string; title: string };
  teacher: string;
  /** What was paid for, if some classes were past and the price was reduced. */
  lateJoining?: { fullPrice: number; classesLeft: number; classes: number };
}

export interface WholeReceipt extends ReceiptView {
  buyer: { name: string; email: string };
  /** Oldest first. */
  refunds: { _id: string; amount: number; at: string; note: string | null }[];
}

/** All payments of the acting student, newest first. */
export async function listReceipts(context: Context, actor: Actor): Promise<ReceiptView[]> {
  const student = requireStudent(actor);
  const rows = await selectPaid(context.db, eq(enrollments.studentId, student.profile.id));
  return rows.map(toView);
}

/** @throws AppError `not_found`, including for other people's payments. */
export async function findReceipt(
  context: Context,
  actor: Actor,
  paymentId: string,
): Promise<WholeReceipt> {
  const student = requireStudent(actor);
  const own = and(eq(payments.id, paymentId), eq(enrollments.studentId, student.profile.id));
  const [row] = await selectPaid(context.db, own);
  if (!row) throw new AppError("not_found", t("server.receipts.missing"));
  return {
    ...toView(row),
    buyer: { name: row.buyer, email: student.email },
    refunds: await listReturns(context.db, row.payment),
  };
}

const sellers = alias(profiles, "sellers");

/** Cents that banks took back, limited to what refunds have left. */
const bankCents = sql<number>`least(
  ${payments.amountCents} - ${payments.refundedCents},
  (select coalesce(sum(${disputes.amountCents}), 0) from ${disputes}
    where ${disputes.paymentId} = ${payments.id} and ${disputes.status} = 'lost')
)`.mapWith(Number);

function selectPaid(db: Db, condition: SQL | undefined) {
  return db
    .select({
      payment: payments,
      bankCents,
      seat: {
        fullCents: enrollments.fullCents,
        courseClasses: enrollments.courseClasses,
        soldClasses: enrollments.soldClasses,
      },
      course: { _id: courses.id, title: courses.title },
      teacher: sellers.name,
      buyer: profiles.name,
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(sellers, eq(sellers.id, courses.teacherId))
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .where(
      and(
        condition,
        isNotNull(payments.paidAt),
        inArray(payments.status, ["paid", "refunding", "refunded"]),
      ),
    )
    .orderBy(desc(payments.paidAt));
}

type PaidRow = Awaited<ReturnType<typeof selectPaid>>[number];

function toView({ payment, bankCents, seat, course, teacher }: PaidRow): ReceiptView {
  const { fullCents, courseClasses, soldClasses } = seat;
  return {
    _id: payment.id,
    number: receiptNumberOf(payment),
    amount: toDollars(payment.amountCents),
    paidAt: (payment.paidAt ?? payment.createdAt).toISOString(),
    refunded: toDollars(payment.refundedCents + bankCents),
    course: { ...course, title: payment.itemTitle ?? course.title },
    teacher,
    ...(fullCents !== null &&
      courseClasses !== null && {
        lateJoining: {
          fullPrice: toDollars(fullCents),
          classesLeft: soldClasses,
          classes: courseClasses,
        },
      }),
  };
}

/** Refunds and chargebacks, oldest first. */
async function listReturns(db: Db, payment: Payment): Promise<WholeReceipt["refunds"]> {
  const [made, lost] = await Promise.all([
    db
      .select()
      .from(refunds)
      .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, "made"))),
    db
      .select()
      .from(disputes)
      .where(and(eq(disputes.paymentId, payment.id), eq(disputes.status, "lost"))),
  ]);
  const returned = [
    ...made.map(({ id, amountCents, madeAt, createdAt, note }) => ({
      id,
      amountCents,
      at: madeAt ?? createdAt,
      note,
    })),
    ...lost.map(({ id, amountCents, closedAt, openedAt }) => ({
      id,
      amountCents: Math.min(amountCents, payment.amountCents - payment.refundedCents),
      at: closedAt ?? openedAt,
      note: t("server.receipt.returnedByBank"),
    })),
  ];
  return returned
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ id, amountCents, at, note }) => ({
      _id: id,
      amount: toDollars(amountCents),
      at: at.toISOString(),
      note,
    }));
}
