import { useEffect, useId, useRef, useState } from "react";
import type { LocalItem } from "#lib/study/overlay.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../ui/Button.tsx";
import { Collection } from "./Collection.tsx";
import { Deletable } from "./shared/Deletable.tsx";
import { VerseItem } from "./VerseItem.tsx";
import { versesOf } from "./verse-place.ts";

const pageSize = 50;

interface ItemListProps {
  title: string;
  items: readonly LocalItem[];
  /** The ID of an item that was just deleted. */
  deleted: string | undefined;
  isEditable: boolean;
}

/** Items of one kind, in the order of the Quran. Collections are sorted by name. */
export function ItemList({ title, items, deleted, isEditable }: ItemListProps) {
  const t = getTexts("study");
  const id = useId();
  const [shown, setShown] = useState(pageSize);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The first of the items that were added. The button that added them may have disappeared.
    const added = shown > pageSize ? list.current?.children[shown - pageSize] : undefined;
    added?.querySelector<HTMLElement>("a, button")?.focus();
  }, [shown]);
  if (items.length === 0) return null;
  const sorted = items.toSorted((one, other) =>
    one.kind === "collection" && other.kind === "collection"
      ? one.name.localeCompare(other.name)
      : (versesOf(one)[0] ?? 0) - (versesOf(other)[0] ?? 0),
  );
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex items-baseline gap-3">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        <span className="muted text-sm">
          {t("count", { count: items.filter(({ id }) => id !== deleted).length })}
        </span>
      </div>
      <ul ref={list} className="panel divide-y divide-base-300">
        {sorted.slice(0, shown).map((item) => (
          <li key={item.id} className="p-4">
            <Deletable item={item} isDeleted={item.id === deleted}>
              {item.kind === "collection" ? (
                <Collection collection={item} isEditable={isEditable} />
              ) : (
                <VerseItem item={item} isEditable={isEditable} />
              )}
            </Deletable>
          </li>
        ))}
      </ul>
      {sorted.length > shown && (
        <Button
          look="quiet"
          className="justify-self-start"
          onClick={() => setShown(shown + pageSize)}
        >
          {t("showMore")}
        </Button>
      )}
    </section>
  );
}
