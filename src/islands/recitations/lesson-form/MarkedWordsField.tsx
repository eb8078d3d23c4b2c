import { useFormContext } from "react-hook-form";
import type { MarkedWordView } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/recitations.ts";
import { MarkedWord } from "../MarkedWord.tsx";
import type { RecitationValues } from "./recitation-form.ts";

/**
 * The marked words of a lesson. Each of them can be removed and then no longer counts as a mistake.
 */
export function MarkedWordsField() {
  const t = getTexts("recitations");
  const { watch, setValue, getValues, formState } = useFormContext<RecitationValues>();
  const words = watch("markedWords") ?? [];
  const problem = formState.errors.markedWords?.message;
  if (words.length === 0) return null;
  const remove = (removed: MarkedWordView) => {
    const options = { shouldDirty: true };
    setValue(
      "markedWords",
      words.filter((word) => word !== removed),
      options,
    );
    const mistakes = Number(getValues("mistakes"));
    if (mistakes > 0) setValue("mistakes", String(mistakes - 1), options);
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t("markedWords")}</legend>
      <ul className="grid">
        {words.map((word) => (
          <li
            key={`${word.verse}:${word.word}`}
            className="flex items-center justify-between gap-2"
          >
            <span>
              <MarkedWord word={word} />
            </span>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              aria-label={t("removeMark", { word: word.text, verse: word.verse })}
              onClick={() => remove(word)}
            >
              {t("remove")}
            </button>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="text-error text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
