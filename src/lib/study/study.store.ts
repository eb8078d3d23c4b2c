/** The items of the user who is logged in, and whether they are saved. */
import { atom } from "nanostores";
import type { LocalItem, LocalItems } from "./overlay.ts";
import { isAnnotation, type StudyKind } from "./study.rules.ts";

export interface Study {
  /** `signed-out`: nobody is logged in. */
  status: "starting" | "ready" | "signed-out";
  /** Whether the browser stores the items. Otherwise, unsaved changes last as long as the page. */
  isStored: boolean;
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
  isStored: true,
  items: new Map(),
  waiting: 0,
  isCurrent: false,
  problem: undefined,
};

export const $study = atom<Study>(emptyStudy);

/** The item that the user deleted last on this page, until it is restored. */
export const $deletedItem = atom<LocalItem | undefined>(undefined);

/**
 * How many items the account had under the same limit before the last deletion. Undefined if the deleted item was only
 * on this device.
 */
export const $countBeforeDeletion = atom<number | undefined>(undefined);

/** The number of items that share the limit of this kind in the account. */
export function countSameLimit(items: LocalItems, kind: StudyKind): number {
  const isSame = (other: StudyKind) =>
    other === kind || (isAnnotation(other) && isAnnotation(kind));
  return [...items.values()].filter(
    (item) => isSame(item.kind) && (item.state === "saved" || item.state === "waiting"),
  ).length;
}
