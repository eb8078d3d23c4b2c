/** Converts stored items to what the API returns. */
import { timeOfClock } from "#lib/study/clock.ts";
import type { ExportedItem, StudyItem } from "#lib/study/study.responses.ts";
import type { StudyRow } from "./merge-change.ts";

const timesOf = ({ clocks, createdClock }: StudyRow) => ({
  createdAt: timeOfClock(createdClock).toISOString(),
  updatedAt: timeOfClock(Math.max(createdClock, ...Object.values(clocks))).toISOString(),
});

export function toStudyItem(row: StudyRow): StudyItem {
  const { id, kind, rev, data, clocks, deletedAt } = row;
  return { id, kind, rev, deleted: deletedAt !== null, clocks, ...timesOf(row), ...data };
}

export function toExportedItem(row: StudyRow): ExportedItem {
  return { id: row.id, kind: row.kind, ...timesOf(row), ...row.data };
}
