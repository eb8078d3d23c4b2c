import type { ClassView } from "#lib/classes/classes.responses.ts";
import { roomPhase } from "#lib/rooms/room-opening.ts";

export interface OpenClass {
  joinPath: string;
  /** When a class that is in progress ends, in ISO 8601. Absent for one that is about to start. */
  runningUntil?: string;
}

/** The class that a student can join now. Undefined if there is none, or if it has no room. */
export function findOpenClass(classes: readonly ClassView[], now: Date): OpenClass | undefined {
  for (const { _id, startsAt, endsAt, isCancelled, meeting } of classes) {
    if (isCancelled || !meeting || meeting.status === "ended") continue;
    const times = { startsAt, endsAt, isInProgress: meeting.status === "started" };
    const phase = roomPhase(times, now.getTime());
    if (phase === "open") return { joinPath: `/join/${_id}` };
    if (phase === "running") return { joinPath: `/join/${_id}`, runningUntil: endsAt };
  }
  return undefined;
}
