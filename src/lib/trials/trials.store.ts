/** The trial lesson that was canceled on this page, for the confirmation. */
import { atom } from "nanostores";
import type { TrialPerson } from "./trials.responses.ts";

/** The other person in the canceled lesson. */
export const $canceledTrial = atom<TrialPerson | undefined>();
