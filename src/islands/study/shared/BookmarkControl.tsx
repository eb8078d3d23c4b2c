import { useState } from "react";
import { addItems, changeItem, deleteItem } from "#lib/study/client/study-client.ts";
import type { LocalItem, LocalItemOf } from "#lib/study/overlay.ts";
import { resumeId, studyLimits } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../ui/Button.tsx";
import { Deletable } from "./Deletable.tsx";
import { ItemState } from "./ItemState.tsx";
import { useOneAtATime } from "./use-one-at-a-time.ts";
import { itemsOfKind, useWithDeleted } from "./use-study.ts";

interface BookmarkControlProps {
  items: readonly LocalItem[];
  /** The verse's number within the whole Quran. */
  verse: number;
}

/** Sets, names or removes the bookmark of a verse. */
export function BookmarkControl({ items, verse }: BookmarkControlProps) {
  const t = getTexts("study");
  const { items: withDeleted, deleted } = useWithDeleted(items);
  const bookmarks = itemsOfKind(withDeleted, "bookmark").filter(
    (item) => item.verse === verse && item.id !== resumeId,
  );
  const bookmark = bookmarks.find(({ id }) => id !== deleted);
  const shown = bookmark ?? bookmarks[0];
  const change = useOneAtATime();
  const toggle = () => {
    if (bookmark) return deleteItem(bookmark);
    return addItems([{ id: crypto.randomUUID(), kind: "bookmark", verse, name: "" }]);
  };
  return (
    <div className="grid gap-2">
      <Button
        look={bookmark ? "main" : "quiet"}
        className="btn-sm justify-self-start"
        aria-pressed={bookmark !== undefined}
        // The second click of a double click would remove the bookmark again.
        busy={false}
        onClick={() => void change(toggle)}
      >
        {bookmark ? t("bookmarked") : t("bookmarkVerse")}
      </Button>
      {shown && (
        <Deletable key={shown.id} item={shown} isDeleted={!bookmark}>
          <div className="grid gap-2">
            <BookmarkName bookmark={shown} />
            <ItemState item={shown} />
          </div>
        </Deletable>
      )}
    </div>
  );
}

function BookmarkName({ bookmark }: { bookmark: LocalItemOf<"bookmark"> }) {
  const t = getTexts("study");
  const [name, setName] = useState(bookmark.name);
  const save = () => {
    const trimmed = name.trim();
    if (trimmed !== bookmark.name) void changeItem(bookmark, { name: trimmed });
  };
  return (
    <label className="grid gap-1 text-sm">
      {t("bookmarkName")}
      <input
        className="input input-sm w-full"
        dir="auto"
        value={name}
        maxLength={studyLimits.name}
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
    </label>
  );
}
