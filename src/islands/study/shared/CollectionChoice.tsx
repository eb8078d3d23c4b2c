import { useState } from "react";
import { addItems, changeItem } from "#lib/study/client/study-client.ts";
import type { LocalItem, LocalItemOf } from "#lib/study/overlay.ts";
import { studyLimits } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../ui/Button.tsx";
import { ItemState } from "./ItemState.tsx";
import { useOneAtATime } from "./use-one-at-a-time.ts";
import { itemsOfKind } from "./use-study.ts";

interface CollectionChoiceProps {
  items: readonly LocalItem[];
  /** The verse's number within the whole Quran. */
  verse: number;
}

/** Adds a verse to collections or removes it from them. */
export function CollectionChoice({ items, verse }: CollectionChoiceProps) {
  const t = getTexts("study");
  const [name, setName] = useState("");
  const collections = itemsOfKind(items, "collection");
  const toggle = (collection: LocalItemOf<"collection">) => {
    const { verses } = collection;
    const next = verses.includes(verse)
      ? verses.filter((other) => other !== verse)
      : [...verses, verse];
    void changeItem(collection, { verses: next });
  };
  const change = useOneAtATime();
  const add = async () => {
    const trimmed = name.trim();
    if (trimmed === "") return;
    await addItems([
      { id: crypto.randomUUID(), kind: "collection", name: trimmed, verses: [verse] },
    ]);
    setName("");
  };
  return (
    <details className="grid gap-2">
      <summary className="cursor-pointer text-sm font-medium">{t("addToCollection")}</summary>
      <div className="mt-2 grid gap-2">
        {collections.map((collection) => (
          <div key={collection.id}>
            <label className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={collection.verses.includes(verse)}
                disabled={
                  !collection.verses.includes(verse) &&
                  collection.verses.length >= studyLimits.verses
                }
                onChange={() => toggle(collection)}
              />
              <bdi>{collection.name}</bdi>
            </label>
            <ItemState item={collection} />
          </div>
        ))}
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void change(add);
          }}
        >
          <input
            className="input input-sm min-w-0 flex-1"
            dir="auto"
            aria-label={t("newCollection")}
            placeholder={t("newCollection")}
            maxLength={studyLimits.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" look="quiet" className="btn-sm">
            {t("addCollection")}
          </Button>
        </form>
      </div>
    </details>
  );
}
