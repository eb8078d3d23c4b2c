/**
 * When a room can be joined, whether it is that of a class, another meeting or a trial lesson. Every
 * button and every link into a room follows this rule. Teachers start theirs at any time, to prepare
 * it.
 */

/** How many minutes before the start a room opens. */
export const joinMinutesBefore = 10;

/** How long an ongoing meeting can be joined after its scheduled end, in minutes. */
export const overtimeMinutes = 60;

/** The phase at an instant. `open`: it starts soon and can be joined. */
export type RoomPhase = "coming" | "open" | "running" | "over";

export interface RoomTimes {
  startsAt: string | Date;
  endsAt: string | Date;
  /** Whether the teacher has started the meeting, which may be early or late. */
  isInProgress?: boolean | undefined;
}

export function roomPhase({ startsAt, endsAt, isInProgress }: RoomTimes, now: number): RoomPhase {
  const sinceStart = now - new Date(startsAt).getTime();
  const sinceEnd = now - new Date(endsAt).getTime();
  if (sinceEnd >= (isInProgress ? overtimeMinutes * 60_000 : 0)) return "over";
  if (isInProgress || sinceStart >= 0) return "running";
  return sinceStart >= -joinMinutesBefore * 60_000 ? "open" : "coming";
}
