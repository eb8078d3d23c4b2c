/** The marked recitations that haven't reached the server yet. */
import { atom } from "nanostores";
import type { Passage } from "../quran/quran.ts";
import type { SeatKey } from "./recitations.calls.ts";
import type { NewRecitationInput } from "./recitations.ts";

/** A finished recitation that still has to be sent to the lesson log. */
export interface OutgoingLesson {
  seat: SeatKey;
  studentName: string;
  passage: Passage;
  input: NewRecitationInput & { clientId: string };
  /** Why the server rejected the lesson. It is then sent again only at the teacher's request. */
  refusal?: string | undefined;
}

/** In the order in which they were finished. */
export const $outgoingLessons = atom<readonly OutgoingLesson[]>([]);
