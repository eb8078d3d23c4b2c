/**
 * Compares a course's classes with its new schedule, to find which ones to keep, move, add or
 * remove.
 */
import type { DatedTime } from "#lib/classes/classes.ts";
import type { classes } from "../db/tables/classes.table.ts";

export type ClassRow = typeof classes.$inferSelect;

export interface ClassChanges {
  added: DatedTime[];
  /** The class moves to this time, and people are notified. */
  changed: { id: string; time: DatedTime }[];
  /** The class keeps the time that the teacher gave it. Only its planned time changes. */
  replanned: { id: string; time: DatedTime }[];
  /** IDs of classes that are no longer planned. */
  gone: string[];
}

const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Matches existing classes with the newly planned times: first those planned for the same instant,
 * then the nearest ones within a week, so that a class keeps its ID when its weekday or time
 * changes.
 */
export function matchClasses(
  existing: readonly ClassRow[],
  planned: readonly DatedTime[],
): ClassChanges {
  const changes: ClassChanges = { added: [], changed: [], replanned: [], gone: [] };
  const active = existing.filter(({ status }) => status !== "dropped");
  const dropped = existing.filter(({ status }) => status === "dropped");
  const byPlan = new Map([...dropped, ...active].map((row) => [row.plannedStart.getTime(), row]));
  const remaining = new Set(active);
  const unmatched = planned.filter((time) => {
    const row = byPlan.get(time.startsAt.getTime());
    if (!row) return true;
    remaining.delete(row);
    if (row.status === "dropped" || hasOtherLength(row, time)) {
      changes.changed.push({ id: row.id, time });
    }
    return false;
  });
  const candidates = [...remaining].sort(byPlannedStart);
  for (const time of unmatched) {
    const row = findNearest(candidates, remaining, time.startsAt);
    if (!row) {
      changes.added.push(time);
      continue;
    }
    remaining.delete(row);
    const list = isAsPlanned(row) ? changes.changed : changes.replanned;
    list.push({ id: row.id, time });
  }
  changes.gone.push(...[...remaining].map(({ id }) => id));
  return changes;
}

/** Whether the teacher has neither moved nor canceled the class. */
function isAsPlanned({ status, startsAt, plannedStart }: ClassRow): boolean {
  return status === "scheduled" && startsAt.getTime() === plannedStart.getTime();
}

function hasOtherLength(row: ClassRow, time: DatedTime): boolean {
  return isAsPlanned(row) && row.endsAt.getTime() !== time.endsAt.getTime();
}

const byPlannedStart = (a: ClassRow, b: ClassRow) =>
  a.plannedStart.getTime() - b.plannedStart.getTime();

/** Considers only candidates within a week, because a course may have a thousand of them. */
function findNearest(
  candidates: readonly ClassRow[],
  remaining: ReadonlySet<ClassRow>,
  start: Date,
): ClassRow | undefined {
  const wanted = start.getTime();
  let found: ClassRow | undefined;
  let shortest = week;
  for (let index = firstAfter(candidates, wanted - week); index < candidates.length; index += 1) {
    const row = candidates[index];
    if (!row || row.plannedStart.getTime() >= wanted + week) break;
    const distance = Math.abs(row.plannedStart.getTime() - wanted);
    if (distance >= shortest || !remaining.has(row)) continue;
    found = row;
    shortest = distance;
  }
  return found;
}

/** Binary search for the index of the first row planned after the instant. */
function firstAfter(rows: readonly ClassRow[], moment: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.plannedStart.getTime() ?? 0) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}
