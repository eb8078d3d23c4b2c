/** What a student has paid, as proof for whoever asks. */
import { and, asc, desc, eq, inArray, isNotNull, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError } from "#lib/errors.ts";
import { toDollars } from "#lib/money.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { profiles } from "../people/people.table.ts";
import { payments } from "./payments.table.ts";
import { refunds } from "./refunds.table.ts";

/** Amounts in dollars, times in ISO 8601. */
export interface ReceiptView {
  /** Names the payment where somebody asks about it. */
  number: string;
  amount: number;
  paidAt: string;
  /** Given back so far, by whomever. */
  refunded: number;
  course: { _id: string; title: string };
  teacher: string;
}

export interface WholeReceipt extends ReceiptView {
  buyer: { name: string; email: string };
  /** Oldest first. */
  refunds: { _id: string; amount: number; at: string; note: string | null }[];
}

/** Everything that the acting student has paid, newest first. */
export async function listReceipts(context: Context, actor: Actor): Promise<ReceiptView[]> {
  const student = requireStudent(actor);
  const rows = await selectPaid(context.db, eq(enrolments.studentId, student.profile.id));
  return rows.map(toView);
}

/** @throws AppError `not_found` for payments of others and for missing ones alike. */
export async function findReceipt(
  context: Context,
  actor: Actor,
  number: string,
): Promise<WholeReceipt> {
  const student = requireStudent(actor);
  const own = and(eq(payments.id, number), eq(enrolments.studentId, student.profile.id));
  const [row] = await selectPaid(context.db, own);
  if (!row) throw new AppError("not_found", "Receipt not found");
  const returned = await context.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, number), eq(refunds.status, "made")))
    .orderBy(asc(refunds.madeAt));
  return {
    ...toView(row),
    buyer: { name: row.buyer, email: student.email },
    refunds: [
      ...returned.map(({ id, amountCents, madeAt, createdAt, note }) => ({
        _id: id,
        amount: toDollars(amountCents),
        at: (madeAt ?? createdAt).toISOString(),
        note,
      })),
      ...toBankReturn(row),
    ],
  };
}

const sellers = alias(profiles, "sellers");

function selectPaid(db: Db, condition: SQL | undefined) {
  return db
    .select({
      payment: payments,
      course: { _id: courses.id, title: courses.title },
      teacher: sellers.name,
      buyer: profiles.name,
    })
    .from(payments)
    .innerJoin(enrolments, eq(enrolments.id, payments.enrolmentId))
    .innerJoin(courses, eq(courses.id, enrolments.courseId))
    .innerJoin(sellers, eq(sellers.id, courses.teacherId))
    .innerJoin(profiles, eq(profiles.id, enrolments.studentId))
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

function toView({ payment, course, teacher }: PaidRow): ReceiptView {
  return {
    number: payment.id,
    amount: toDollars(payment.amountCents),
    paidAt: (payment.paidAt ?? payment.createdAt).toISOString(),
    refunded: toDollars(isTakenBack(payment) ? payment.amountCents : payment.refundedCents),
    course,
    teacher,
  };
}

function isTakenBack(payment: PaidRow["payment"]): boolean {
  return payment.refundReason === "dispute";
}

/** What went back through the bank of the card, and is no refund of ours. */
function toBankReturn({ payment }: PaidRow): WholeReceipt["refunds"] {
  if (!isTakenBack(payment) || !payment.refundedAt) return [];
  return [
    {
      _id: `${payment.id}-bank`,
      amount: toDollars(payment.amountCents - payment.refundedCents),
      at: payment.refundedAt.toISOString(),
      note: "Returned by your bank.",
    },
  ];
}
