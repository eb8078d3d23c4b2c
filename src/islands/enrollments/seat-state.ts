/** Determines a student's seat state from all available data. */
import type { Seat } from "#lib/enrollments/enrollments.calls.ts";

export type SeatState =
  | { kind: "open" | "enrolled" | "ended" | "no-classes" | "unpayable" }
  /** The student has an open checkout. */
  | { kind: "held"; until: string }
  /** A seat is held for the student from the waiting list. */
  | { kind: "offered"; until: string }
  | { kind: "waiting"; position: number }
  | { kind: "full"; waitingCount: number };

interface Known {
  /** Whether the course is among the student's enrollments. */
  isEnrolled: boolean;
  /** Null or undefined if the server sent no seat data. */
  seat: Seat | null | undefined;
  /** From the page, which is the same for everyone and can be minutes old. */
  full: boolean;
  ended: boolean;
  payable: boolean;
  hasClasses: boolean;
}

/** The student's own state takes precedence over the course's state. */
export function findSeatState({
  isEnrolled,
  seat,
  full,
  ended,
  payable,
  hasClasses,
}: Known): SeatState {
  if (isEnrolled || seat?.status === "enrolled") return { kind: "enrolled" };
  if (seat?.status === "held" && seat.holdExpiresAt) {
    return { kind: "held", until: seat.holdExpiresAt };
  }
  if (ended) return { kind: "ended" };
  const { position = 0, offerExpiresAt = null } = seat?.waiting ?? {};
  if (seat?.waiting && !offerExpiresAt) return { kind: "waiting", position };
  if (!hasClasses) return { kind: "no-classes" };
  if (offerExpiresAt) return { kind: "offered", until: offerExpiresAt };
  if (!(seat?.payable ?? payable)) return { kind: "unpayable" };
  const isFull = seat ? seat.seatsLeft === 0 : full;
  return isFull ? { kind: "full", waitingCount: seat?.waitingCount ?? 0 } : { kind: "open" };
}
