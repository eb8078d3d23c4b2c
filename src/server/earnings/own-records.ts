/** A teacher's transactions in our own records: payments, refunds and lost disputes. */
import { and, eq, gt, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { feeOf } from "#lib/payments/shares.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { disputes } from "../db/tables/disputes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";
import { byNewest, type Movement } from "./movements.ts";
import type { Range } from "./period-range.ts";

interface Scope {
  teacherId: string;
  range: Range;
  /** Excludes payments to this account, because the provider's report contains them. */
  except?: string | undefined;
}

/**
 * Refunds that the teacher paid for. The platform paid for those that took nothing from the teacher's
 * account. If the platform keeps the share, no refund takes anything from an account; it lowers the
 * share unless staff let the teacher keep it.
 */
const isTeachers = sql`case
  when ${payments.destinationAccountId} is null then not ${refunds.teacherKeepsShare}
  else not ${refunds.isPlatforms} end`;

/**
 * What a lost dispute took from the teacher, in cents. Banks can take back a whole payment even if
 * part of it was refunded before. A share that the platform owes then loses only what is left of it.
 */
const lostCents = sql<number>`case
  when ${payments.destinationAccountId} is not null then ${disputes.takenBackCents}
  when ${disputes.status} = 'lost' then greatest(0, least(
    ${disputes.amountCents},
    ${payments.amountCents} - coalesce((
      select sum(${refunds.amountCents}) from ${refunds}
      where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'made'
        and not ${refunds.teacherKeepsShare}
    ), 0)
  ))
  else 0 end`.mapWith(Number);

/**
 * A teacher's transactions, newest first, excluding what the platform paid itself. The fee of a
 * partial refund is computed in proportion to the amount.
 */
export async function readOwnRecords({ db }: Context, scope: Scope): Promise<Movement[]> {
  const [sales, returns, lost] = await Promise.all([
    selectPayments(db, scope, payments.paidAt),
    db
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .where(and(...within(scope, refunds.madeAt), eq(refunds.status, "made"), isTeachers)),
    db
      .select({ dispute: disputes, payment: payments, lostCents })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .where(and(...within(scope, disputes.closedAt), gt(lostCents, 0))),
  ]);
  const movements = [
    ...sales.map(({ payment }) =>
      toMovement("sale", payment.id, payment.paidAt, payment, payment.amountCents),
    ),
    ...returns.map(({ refund, payment }) =>
      toMovement("refund", refund.id, refund.madeAt, payment, -refund.amountCents),
    ),
    ...lost.map(({ dispute, payment, lostCents: cents }) =>
      toMovement("dispute", dispute.id, dispute.closedAt, payment, -cents),
    ),
  ];
  return movements.toSorted((a, b) => byNewest(a, b) || (a.id < b.id ? 1 : -1));
}

/** The teacher's payments to one account within a range. */
export async function findPaidTo(
  { db }: Context,
  teacherId: string,
  account: string,
  range: Range,
) {
  const found = await selectPayments(db, { teacherId, range }, payments.paidAt).where(
    and(
      ...within({ teacherId, range }, payments.paidAt),
      eq(payments.destinationAccountId, account),
      isNotNull(payments.destinationPaymentId),
    ),
  );
  return found.map(({ payment }) => payment);
}

function selectPayments(db: Db, scope: Scope, at: PgColumn) {
  return db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(...within(scope, at)))
    .$dynamic();
}

function within({ teacherId, range, except }: Scope, at: PgColumn): (SQL | undefined)[] {
  return [
    isTeacherOf(teacherId),
    isNotNull(at),
    inArray(payments.status, ["paid", "refunding", "refunded"]),
    range.from && gte(at, range.from),
    range.until && lt(at, range.until),
    except === undefined ? undefined : isOtherAccount(except),
  ];
}

/** Sales for which the platform keeps the money went to no account. */
const isOtherAccount = (account: string): SQL =>
  sql`${payments.destinationAccountId} is distinct from ${account}`;

function toMovement(
  kind: Movement["kind"],
  id: string,
  at: Date | null,
  payment: typeof payments.$inferSelect,
  amountCents: number,
): Movement {
  const feeCents = feeOf(payment, amountCents);
  return {
    id,
    kind,
    at: at ?? payment.createdAt,
    amountCents,
    feeCents,
    netCents: amountCents - feeCents,
    status: null,
    source: null,
    payment: { id: payment.id },
  };
}
