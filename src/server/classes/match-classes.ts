/** Which of a course's classes a changed week leaves, moves, adds and takes away. */
import type { DatedTime } from "#lib/classes/classes.ts";
import type { classes } from "../db/tables/classes.table.ts";

export type ClassRow = typeof classes.$inferSelect;

export interface ClassChanges {
  added: DatedTime[];
  /** The class takes the time, and people are notified. */
  changed: { id: string; time: DatedTime }[];
  /** What the teacher has made of the class stays; only its place in the week is another. */
  replanned: { id: string; time: DatedTime }[];
  /** Ids of classes that are planned no longer. */
  gone: string[];
}

const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Pairs classes with the times that are planned now: first those planned for the same moment, then
 * the nearest of the others within a week, so that a class keeps its identity when its weekday or
 * hour changes.
 */
export function matchClasses(
  known: readonly ClassRow[],
  planned: readonly DatedTime[],
): ClassChanges {
  const changes: ClassChanges = { added: [], changed: [], replanned: [], gone: [] };
  const living = known.filter(({ status }) => status !== "dropped");
  const dropped = known.filter(({ status }) => status === "dropped");
  const byPlan = new Map([...dropped, ...living].map((row) => [row.plannedStart.getTime(), row]));
  const left = new Set(living);
  const unmatched = planned.filter((time) => {
    const row = byPlan.get(time.startsAt.getTime());
    if (!row) return true;
    left.delete(row);
    if (row.status === "dropped" || hasOtherLength(row, time)) {
      changes.changed.push({ id: row.id, time });
    }
    return false;
  });
  const candidates = [...left].sort(byPlannedStart);
  for (const time of unmatched) {
    const row = findNearest(candidates, left, time.startsAt);
    if (!row) {
      changes.added.push(time);
      continue;
    }
    left.delete(row);
    const list = isAsPlanned(row) ? changes.changed : changes.replanned;
    list.push({ id: row.id, time });
  }
  changes.gone.push(...[...left].map(({ id }) => id));
  return changes;
}

/** Whether the teacher has neither moved nor canceled it. */
function isAsPlanned({ status, startsAt, plannedStart }: ClassRow): boolean {
  return status === "scheduled" && startsAt.getTime() === plannedStart.getTime();
}

function hasOtherLength(row: ClassRow, time: DatedTime): boolean {
  return isAsPlanned(row) && row.endsAt.getTime() !== time.endsAt.getTime();
}

const byPlannedStart = (a: ClassRow, b: ClassRow) =>
  a.plannedStart.getTime() - b.plannedStart.getTime();

/** Looks only at candidates within a week: a course may have a thousand of them. */
function findNearest(
  candidates: readonly ClassRow[],
  left: ReadonlySet<ClassRow>,
  start: Date,
): ClassRow | undefined {
  const wanted = start.getTime();
  let found: ClassRow | undefined;
  let shortest = week;
  for (let index = firstAfter(candidates, wanted - week); index < candidates.length; index += 1) {
    const row = candidates[index];
    if (!row || row.plannedStart.getTime() >= wanted + week) break;
    const distance = Math.abs(row.plannedStart.getTime() - wanted);
    if (distance >= shortest || !left.has(row)) continue;
    found = row;
    shortest = distance;
  }
  return found;
}

/** The index of the first row that is planned after the moment, by halving. */
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
