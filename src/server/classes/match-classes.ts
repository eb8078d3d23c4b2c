/** Which of a course's classes a changed week leaves, moves, adds and takes away. */
import type { DatedTime } from "#lib/classes.ts";
import type { classes } from "./classes.table.ts";

export type ClassRow = typeof classes.$inferSelect;

export interface ClassChanges {
  added: DatedTime[];
  /** The class takes the time, and people are told. */
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
  for (const time of unmatched) {
    const row = nearest(left, time.startsAt);
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

/** Whether the teacher has neither moved nor cancelled it. */
function isAsPlanned({ status, startsAt, plannedStart }: ClassRow): boolean {
  return status === "scheduled" && startsAt.getTime() === plannedStart.getTime();
}

function hasOtherLength(row: ClassRow, time: DatedTime): boolean {
  return isAsPlanned(row) && row.endsAt.getTime() !== time.endsAt.getTime();
}

function nearest(rows: ReadonlySet<ClassRow>, start: Date): ClassRow | undefined {
  const distance = (row: ClassRow) => Math.abs(row.plannedStart.getTime() - start.getTime());
  let found: ClassRow | undefined;
  for (const row of rows) {
    if (distance(row) < week && (!found || distance(row) < distance(found))) found = row;
  }
  return found;
}
