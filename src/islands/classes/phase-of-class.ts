import type { ClassView } from "#lib/classes/classes.responses.ts";
import { type RoomPhase, roomPhase } from "#lib/rooms/room-opening.ts";

/** The phase of a class. Once its teacher has started the meeting, it is in progress. */
export const phaseOfClass = ({ startsAt, endsAt, meeting }: ClassView, now: number): RoomPhase =>
  roomPhase({ startsAt, endsAt, isInProgress: meeting?.status === "started" }, now);
