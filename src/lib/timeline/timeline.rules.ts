/** Rules of the timeline that islands need without the schemas. */

export const timelineKinds = ["class", "meeting", "trial"] as const;

/** `coming`: the room is being created. */
export const timelineRooms = ["ready", "coming", "none"] as const;

/** The number of entries in a response, and how far ahead they are. */
export const maxTimelineEntries = 20;
export const timelineDays = 60;

/** How many hours before its start a class without a room is a warning for its teacher. */
export const roomWarningHours = 24;

const hour = 60 * 60 * 1_000;

interface Appointment {
  kind: (typeof timelineKinds)[number];
  room: (typeof timelineRooms)[number];
  waitsForStudents?: boolean;
  startsAt: string;
  endsAt: string;
}

/**
 * The first class that starts soon and has no room, so that no student can join it. Nobody waits for
 * one without students.
 */
export function findRoomless<Entry extends Appointment>(
  timeline: readonly Entry[],
  now: number,
): Entry | undefined {
  return timeline.find(
    ({ kind, room, waitsForStudents, startsAt, endsAt }) =>
      kind === "class" &&
      room === "none" &&
      !waitsForStudents &&
      Date.parse(startsAt) <= now + roomWarningHours * hour &&
      Date.parse(endsAt) > now,
  );
}
