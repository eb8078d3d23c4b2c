/** Requirements that a course must meet before it can be published. */
import { and, eq } from "drizzle-orm";
import { findEmptySchedule, missingForPublishing } from "#lib/courses/courses.ts";
import { AppError } from "#lib/errors.ts";
import type { Day } from "#lib/time/time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Db } from "../db/connection.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";

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
