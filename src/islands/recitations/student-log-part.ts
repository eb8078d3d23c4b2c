import { deferPart } from "#islands/ui/deferred.tsx";
import { withTexts } from "#translations/load.ts";

/**
 * The log of one student. It loads later on pages that open on the list of students, and is provided
 * by the island of pages that open on one student (`StudentRecitations.tsx`).
 */
export const StudentLogPart = deferPart(
  async () => (await withTexts(import("./StudentLog.tsx"))).StudentLog,
);
