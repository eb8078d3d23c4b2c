/** How a student stands to a course, of everything that is known about it. */
import type { Seat } from "#lib/enrolments/enrolments.calls.ts";

export type SeatState =
  | { kind: "open" | "enrolled" | "ended" | "unpayable" }
  /** A checkout of the student's is open. */
  | { kind: "held"; until: string }
  /** A seat is kept for the student, off the waiting list. */
  | { kind: "offered"; until: string }
  | { kind: "waiting"; position: number }
  | { kind: "full"; waitingCount: number };

interface Known {
  /** Whether the student's enrolments name the course. */
  isEnrolled: boolean;
  /** Null or undefined where the server told nothing. */
  seat: Seat | null | undefined;
  /** As the page says, which is the same for everybody and may be minutes old. */
  full: boolean;
  ended: boolean;
  payable: boolean;
}

/** What the student has counts before what the course is like. */
export function findSeatState({ isEnrolled, seat, full, ended, payable }: Known): SeatState {
  if (isEnrolled || seat?.status === "enrolled") return { kind: "enrolled" };
  if (seat?.status === "held" && seat.holdExpiresAt) {
    return { kind: "held", until: seat.holdExpiresAt };
  }
  if (ended) return { kind: "ended" };
  if (seat?.waiting) {
    const { position, offerExpiresAt } = seat.waiting;
    return offerExpiresAt
      ? { kind: "offered", until: offerExpiresAt }
      : { kind: "waiting", position };
  }
  if (!(seat?.payable ?? payable)) return { kind: "unpayable" };
  const isFull = seat ? seat.seatsLeft === 0 : full;
  return isFull ? { kind: "full", waitingCount: seat?.waitingCount ?? 0 } : { kind: "open" };
}
