import { useStore } from "@nanostores/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { ownPlanOptions } from "#lib/plans/plans.queries.ts";
import { restoreItem } from "#lib/study/client/study-client.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import { isAnnotation } from "#lib/study/study.rules.ts";
import { $countBeforeDeletion, $study, countSameLimit } from "#lib/study/study.store.ts";
import { getTexts } from "#translations/study.ts";
// Not deferred, because an item can also be deleted offline.
import { UndoNote } from "../../ui/feedback/UndoNote.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

interface DeletableProps {
  item: LocalItem;
  isDeleted: boolean;
  children: ReactNode;
}

/** An item or, after its deletion, a note in its place with which the deletion can be undone. */
export function Deletable({ item, isDeleted, children }: DeletableProps) {
  useKeptFocus();
  return <div>{isDeleted ? <DeletedItem item={item} /> : children}</div>;
}

function DeletedItem({ item }: { item: LocalItem }) {
  const t = getTexts("study");
  const message = t(`deleted_${item.kind}`);
  if (useIsPlaceTaken(item)) {
    return (
      <p role="status" className="text-sm">
        {message} {t("deletedForGood")}
      </p>
    );
  }
  return <UndoNote message={message} undo={() => restoreItem(item)} onUndone={() => undefined} />;
}

/**
 * Whether new items have taken the place of the deleted one under the plan's limit, so that the account would refuse it.
 * The plan is read only when it matters.
 */
function useIsPlaceTaken({ kind }: LocalItem): boolean {
  const { items } = useStore($study);
  const before = useStore($countBeforeDeletion);
  const count = countSameLimit(items, kind);
  const isLimited = isAnnotation(kind) || kind === "collection";
  const isInQuestion = isLimited && before !== undefined && count >= before;
  const { data } = useQuery({ ...ownPlanOptions(), enabled: isInQuestion }, queryClient);
  if (!isInQuestion || !data) return false;
  if (kind === "collection") return !data.collections;
  return data.annotations !== null && count >= data.annotations;
}
