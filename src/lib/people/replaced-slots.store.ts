/** The weekly slots that the teacher has just replaced on this page, to undo it. */
import { atom } from "nanostores";
import type { ApiTimeSlot } from "./time-slots.calls.ts";

export const $replacedSlots = atom<readonly ApiTimeSlot[] | undefined>();
