import { type ReactNode, useEffect, useRef } from "react";
import { restoreItem } from "#lib/study/client/study-client.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import { getTexts } from "#translations/study.ts";
// Not deferred, because an item can also be deleted offline.
import { UndoNote } from "../../ui/feedback/UndoNote.tsx";

interface DeletableProps {
  item: LocalItem;
  isDeleted: boolean;
  children: ReactNode;
}

/** An item or, after its deletion, a note in its place with which the deletion can be undone. */
export function Deletable({ item, isDeleted, children }: DeletableProps) {
  const t = getTexts("study");
  const place = useRef<HTMLDivElement>(null);
  const wasDeleted = useRef(isDeleted);
  useEffect(() => {
    if (wasDeleted.current === isDeleted) return;
    wasDeleted.current = isDeleted;
    // The pressed button has disappeared. A deletion in another tab must not move the focus.
    if (document.activeElement === document.body) place.current?.querySelector("button")?.focus();
  }, [isDeleted]);
  return (
    <div ref={place}>
      {isDeleted ? (
        <UndoNote
          message={t(`deleted_${item.kind}`)}
          undo={() => restoreItem(item)}
          onUndone={() => undefined}
        />
      ) : (
        children
      )}
    </div>
  );
}
