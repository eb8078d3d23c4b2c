/** The marked recitations that the server doesn't have yet. */
import { atom } from "nanostores";
import type { Passage } from "../quran/quran.ts";
import type { SeatKey } from "./recitations.calls.ts";
import type { NewRecitationInput } from "./recitations.ts";

/** A finished recitation on its way to the lesson log. */
export interface OutgoingLesson {
  seat: SeatKey;
  studentName: string;
  passage: Passage;
  input: NewRecitationInput & { clientId: string };
  /** Why the server refused it. Such a lesson is sent again only if the teacher requests it. */
  refusal?: string | undefined;
}

/** In the order in which they were finished. */
export const $outgoingLessons = atom<readonly OutgoingLesson[]>([]);
