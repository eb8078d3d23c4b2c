/** Requirements that a course must meet before it can be published. */
import { and, eq } from "drizzle-orm";
import { findEmptySchedule, missingForPublishing } from "#lib/courses/courses.ts";
import { AppError } from "#lib/errors.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import type { Day } from "#lib/time/time.ts";
import { getTexts } from "#translations/translate.ts";
import { type PricedCourse, payableCents } from "../catalog/payable.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import { findMinimumPrice } from "../settings/minimum-price.ts";

const t = getTexts("courses");

interface PublishedCourse {
  teacherId: string;
  startDate: string | null;
  endDate: string | null;
  schedule: readonly { day: Day }[];
}

/** @throws AppError `invalid_input` that names all missing fields that only drafts may omit. */
export function requireComplete(course: PublishedCourse): void {
  const fields = missingForPublishing(course);
  const [first] = fields;
  if (!first) return;
  throw new AppError("invalid_input", t("server.incomplete", { problem: first.message }), {
    fields,
  });
}

/** @throws AppError `invalid_input` if the weekly times don't produce a class. */
export function requireDates(course: PublishedCourse): void {
  const fields = findEmptySchedule(course);
  const [first] = fields;
  if (first) throw new AppError("invalid_input", first.message, { fields });
}

/** @throws AppError `invalid_input` for a price at which the platform would lose money on each sale. */
export async function requireMinimumPrice(
  context: Context,
  tx: Db,
  course: PricedCourse & { teacherId: string },
): Promise<void> {
  const cents = payableCents(course);
  if (cents === 0) return;
  const minimum = await findMinimumPrice(context, tx, course.teacherId);
  if (cents >= minimum) return;
  const message = t("server.priceTooLow", { price: formatExactPrice(toDollars(minimum)) });
  const field = course.hasDiscount ? "discountPrice" : "price";
  throw new AppError("invalid_input", message, { fields: [{ field, message }] });
}

/** @throws AppError `conflict` if the teacher has no account that accepts payments. */
export async function requirePaymentAccount(db: Db, teacherId: string): Promise<void> {
  const [account] = await db
    .select({ id: paymentAccounts.id })
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.teacherId, teacherId), eq(paymentAccounts.chargesEnabled, true)));
  if (account) return;
  const message = t("server.accountMissing");
  throw new AppError("conflict", message, { fields: [{ field: "price", message }] });
}
