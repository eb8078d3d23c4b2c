import { localizePath } from "#lib/site/locale.ts";
import { deleteItem, discardRefused } from "#lib/study/client/study-client.ts";
import type { LocalItem, LocalItemOf } from "#lib/study/overlay.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../ui/Button.tsx";
import { Quote } from "./Quote.tsx";
import { ItemState } from "./shared/ItemState.tsx";
import { Note } from "./shared/notes/Note.tsx";
import { describeVerse, versePathOf, versesOf } from "./verse-place.ts";

interface VerseItemProps {
  item: LocalItemOf<"bookmark"> | LocalItemOf<"highlight"> | LocalItemOf<"note">;
  isEditable: boolean;
}

/** A bookmark, highlight or note with a link to its verse. */
export function VerseItem({ item, isEditable }: VerseItemProps) {
  const t = getTexts("study");
  const [verse = 1] = versesOf(item);
  const place = describeVerse(verse);
  const name = item.kind === "bookmark" && item.name ? item.name : place;
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <a className="link font-semibold wrap-anywhere" href={localizePath(versePathOf(verse))}>
            <bdi>{name}</bdi>
          </a>
          {name !== place && <span className="muted text-sm">{place}</span>}
          {item.kind === "highlight" && (
            <span className="text-sm" data-highlight={item.color}>
              {t(`color_${item.color}`)}
            </span>
          )}
        </div>
        {item.kind !== "note" && (
          <Button
            look="plain"
            // Before scripts start, the button is invisible but takes up space, so that the text
            // doesn't move.
            className={`btn-xs pointer-coarse:min-h-11 ${isEditable ? "" : "invisible"}`}
            disabled={!isEditable}
            aria-label={t("deleteNamed", { name })}
            onClick={() => void remove(item)}
          >
            {t("delete")}
          </Button>
        )}
      </div>
      {item.kind !== "bookmark" && <Quote anchor={item.anchor} />}
      {item.kind !== "note" ? (
        <ItemState item={item} />
      ) : isEditable ? (
        <Note note={item} />
      ) : (
        <p className="text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere" dir="auto">
          {item.text}
        </p>
      )}
    </div>
  );
}

/** An item that was never stored in the account only needs to be removed from the device. */
async function remove(item: LocalItem): Promise<void> {
  if (item.state !== "saved" && item.state !== "waiting") await discardRefused(item);
  else await deleteItem(item);
}
