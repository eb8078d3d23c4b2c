/** Whether a course can be paid for at the moment. */
import { eq, sql } from "drizzle-orm";
import { fullPrice } from "#lib/payments/money.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";

export type PricedCourse = Pick<
  typeof courses.$inferSelect,
  "priceCents" | "hasDiscount" | "discountPriceCents"
>;

/** The current price of the whole course, in cents. `late-joining.ts` has that of a seat. */
export function payableCents(course: PricedCourse): number {
  return fullPrice({
    price: course.priceCents,
    hasDiscount: course.hasDiscount,
    discountPrice: course.discountPriceCents,
  });
}

/** For rows of `courses`: whether the course is free or its teacher's account accepts payments. */
export function isPayable() {
  return sql<boolean>`(
    (case when ${courses.hasDiscount} then ${courses.discountPriceCents} else ${courses.priceCents} end) = 0
    or exists (
      select 1 from ${paymentAccounts} account
      where account.teacher_id = ${courses}.teacher_id
        and account.charges_enabled and account.closed_at is null
    )
  )`;
}

export async function canBePaid({ db }: { db: Db }, courseId: string): Promise<boolean> {
  const [course] = await db
    .select({ payable: isPayable() })
    .from(courses)
    .where(eq(courses.id, courseId));
  return course?.payable ?? false;
}
