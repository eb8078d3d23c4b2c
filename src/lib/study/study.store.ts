/** The items of the user who is logged in, and whether they are saved. */
import { atom } from "nanostores";
import type { LocalItems } from "./overlay.ts";

export interface Study {
  /**
   * `unavailable`: the browser doesn't let the site store data. `signed-out`: nobody is logged in.
   */
  status: "starting" | "ready" | "signed-out" | "unavailable";
  items: LocalItems;
  /** The number of changes that the server doesn't have yet, except those that it rejected. */
  waiting: number;
  /** Whether the server has ever responded on this page. */
  isCurrent: boolean;
  /** Why the last attempt to synchronize failed. */
  problem: string | undefined;
}

export const emptyStudy: Study = {
  status: "starting",
  items: new Map(),
  waiting: 0,
  isCurrent: false,
  problem: undefined,
};

export const $study = atom<Study>(emptyStudy);
