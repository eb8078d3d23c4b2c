import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { startStudy } from "#lib/study/client/study-client.ts";
import type { LocalItem, LocalItemOf } from "#lib/study/overlay.ts";
import type { StudyKind } from "#lib/study/study.rules.ts";
import { $deletedItem, $study, type Study } from "#lib/study/study.store.ts";

/** The items of the logged-in user. */
export function useStudy(): Study {
  useEffect(() => void startStudy(), []);
  return useStore($study);
}

/** The items together with the one that was deleted last, whose deletion can be undone. */
export function useWithDeleted(items: readonly LocalItem[]): {
  items: readonly LocalItem[];
  /** The ID of the deleted item. */
  deleted: string | undefined;
} {
  const deleted = useStore($deletedItem);
  return deleted && items.every(({ id }) => id !== deleted.id)
    ? { items: [...items, deleted], deleted: deleted.id }
    : { items, deleted: undefined };
}

/** The items of one kind, in the order in which they were created. */
export function itemsOfKind<Kind extends StudyKind>(
  items: Iterable<LocalItem>,
  kind: Kind,
): LocalItemOf<Kind>[] {
  const isOfKind = (item: LocalItem): item is LocalItem & LocalItemOf<Kind> => item.kind === kind;
  return [...items]
    .filter(isOfKind)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}
