import { type MistakeType, mistakeTypes } from "#lib/recitations/marked-words.rules.ts";
import { getTexts } from "#translations/marking.ts";
import { getTexts as getRecitationTexts } from "#translations/recitations.ts";

interface MistakeTypesProps {
  chosen: MistakeType;
  onChoose: (type: MistakeType) => void;
}

/**
 * Chooses the type of mistake that the next tap on a word marks. Each type is shown with its line
 * style.
 */
export function MistakeTypes({ chosen, onChoose }: MistakeTypesProps) {
  const t = getTexts("marking");
  const recitationTexts = getRecitationTexts("recitations");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row everywhere
    <div role="group" aria-label={t("mistakeTypes")} className="marking-types">
      {mistakeTypes.map((type, index) => (
        <button
          key={type}
          type="button"
          className="marking-type"
          aria-pressed={type === chosen}
          aria-keyshortcuts={String(index + 1)}
          aria-label={recitationTexts(type)}
          title={`${recitationTexts(type)} (${index + 1})`}
          onClick={() => onChoose(type)}
        >
          <span data-mistake={type}>{recitationTexts(`${type}Short`)}</span>
        </button>
      ))}
    </div>
  );
}
