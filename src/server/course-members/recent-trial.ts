/** Trial lessons, which connect a teacher and a student for a limited time. */
import { and, gt, ne, type SQL } from "drizzle-orm";
import { trialLessons } from "../db/tables/trials.table.ts";

/**
 * How long after a trial lesson, in milliseconds, its participants may still write to each other,
 * and the teacher may see the profile of a minor.
 */
const afterTrial = 14 * 24 * 60 * 60 * 1000;

/** Whether a trial lesson is upcoming, or ended a short time ago. */
export const isRecentTrial = (): SQL | undefined =>
  and(
    ne(trialLessons.status, "cancelled"),
    gt(trialLessons.endsAt, new Date(Date.now() - afterTrial)),
  );
