import { addItems, changeItem, deleteItem } from "#lib/study/client/study-client.ts";
import { highlightId } from "#lib/study/highlight-id.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import { type HighlightColor, highlightColors } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../ui/Button.tsx";
import { Deletable } from "./Deletable.tsx";
import { ItemState } from "./ItemState.tsx";
import type { Part } from "./use-part.ts";
import { itemsOfKind, useWithDeleted } from "./use-study.ts";

interface HighlightControlProps {
  items: readonly LocalItem[];
  part: Part;
}

/** Highlights the selected part of a verse. Each color has a name and a pattern. */
export function HighlightControl({ items, part: { anchor } }: HighlightControlProps) {
  const t = getTexts("study");
  const id = highlightId(anchor);
  const { items: withDeleted, deleted } = useWithDeleted(items);
  const shown = itemsOfKind(withDeleted, "highlight").find((item) => item.id === id);
  const highlight = id === deleted ? undefined : shown;
  const choose = (color: HighlightColor) => {
    if (highlight?.color === color) return deleteItem(highlight);
    if (highlight) return changeItem(highlight, { color });
    return addItems([{ id, kind: "highlight", anchor, color }]);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{t("highlight")}</legend>
      <div className="flex flex-wrap gap-2">
        {highlightColors.map((color) => (
          <button
            key={color}
            type="button"
            className="highlight-choice"
            aria-pressed={highlight?.color === color}
            onClick={() => void choose(color)}
          >
            <span data-highlight={color}>{t(`color_${color}`)}</span>
          </button>
        ))}
      </div>
      {shown && (
        <Deletable key={id} item={shown} isDeleted={!highlight}>
          <div className="grid gap-2">
            <Button
              look="plain"
              className="btn-sm -ms-3 justify-self-start"
              onClick={() => void deleteItem(shown)}
            >
              {t("removeHighlight")}
            </Button>
            <ItemState item={shown} />
          </div>
        </Deletable>
      )}
    </fieldset>
  );
}
