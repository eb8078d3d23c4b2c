import { useLayoutEffect, useRef, useState } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { changeItem, deleteItem } from "#lib/study/client/study-client.ts";
import type { LocalItemOf } from "#lib/study/overlay.ts";
import { studyLimits } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../ui/Button.tsx";
import { ItemState } from "./shared/ItemState.tsx";
import { describeVerse, versePathOf } from "./verse-place.ts";

interface CollectionProps {
  collection: LocalItemOf<"collection">;
  isEditable: boolean;
}

/** A collection with its verses, which can be reordered. */
export function Collection({ collection, isEditable }: CollectionProps) {
  const t = getTexts("study");
  const { name, verses } = collection;
  const [edited, setEdited] = useState<string>();
  const buttons = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const findNext = useRef<() => HTMLElement | null | undefined>(undefined);
  // Before other effects, which would give the focus to another part of the collection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when what had the focus may have disappeared
  useLayoutEffect(() => {
    const next = findNext.current?.();
    findNext.current = undefined;
    if (document.activeElement === document.body) next?.focus();
  }, [verses, edited]);
  const findRename = () => buttons.current?.querySelector("button");
  const rename = () => {
    const trimmed = (edited ?? "").trim();
    if (trimmed !== "" && trimmed !== name) void changeItem(collection, { name: trimmed });
    setEdited(undefined);
  };
  const order = (next: number[], index: number) => {
    const findVerse = () => list.current?.children[Math.min(index, next.length - 1)];
    findNext.current = () => findVerse()?.querySelector("a") ?? findRename();
    void changeItem(collection, { verses: next });
  };
  const moveUp = (index: number) => {
    const next = [...verses];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    order(next, index - 1);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {edited === undefined ? (
          <h3 className="font-semibold">
            <bdi>{name}</bdi>
          </h3>
        ) : (
          <input
            className="input input-sm"
            dir="auto"
            aria-label={t("collectionName")}
            maxLength={studyLimits.name}
            ref={(field) => field?.focus()}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
            onBlur={rename}
            onKeyDown={(event) => {
              const { key } = event;
              if (key !== "Enter" && key !== "Escape") return;
              // The key would also press the button that gets the focus.
              event.preventDefault();
              findNext.current = findRename;
              if (key === "Enter") rename();
              else setEdited(undefined);
            }}
          />
        )}
        {isEditable && (
          <span ref={buttons} className="ms-auto flex gap-1">
            <Button
              look="plain"
              className="btn-xs pointer-coarse:min-h-11"
              onClick={() => setEdited(name)}
            >
              {t("rename")}
            </Button>
            <Button
              look="plain"
              className="btn-xs pointer-coarse:min-h-11"
              aria-label={t("deleteNamed", { name })}
              onClick={() => void deleteItem(collection)}
            >
              {t("delete")}
            </Button>
          </span>
        )}
      </div>
      <ItemState item={collection} />
      <ol ref={list} className="grid gap-1 text-sm">
        {verses.map((verse, index) => (
          <li key={verse} className="flex flex-wrap items-center gap-2">
            <a className="link me-auto" href={localizePath(versePathOf(verse))}>
              {describeVerse(verse)}
            </a>
            {isEditable && index > 0 && (
              <Button
                look="plain"
                className="btn-xs pointer-coarse:min-h-11"
                aria-label={t("moveUpVerse", { verse: describeVerse(verse) })}
                onClick={() => moveUp(index)}
              >
                {t("moveUp")}
              </Button>
            )}
            {isEditable && (
              <Button
                look="plain"
                className="btn-xs pointer-coarse:min-h-11"
                aria-label={t("removeVerse", { verse: describeVerse(verse), name })}
                onClick={() =>
                  order(
                    verses.filter((other) => other !== verse),
                    index,
                  )
                }
              >
                {t("remove")}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
