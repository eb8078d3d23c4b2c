import { getTexts } from "#translations/study.ts";
import type { Part } from "./use-part.ts";

/** Selects the whole verse or some of its words. */
export function WordRange({ part: { words, range, choose } }: { part: Part }) {
  const t = getTexts("study");
  const { from, to } = range ?? { from: 1, to: words.length };
  const chooseFrom = (value: number) => choose({ from: value, to: Math.max(value, to) });
  const chooseTo = (value: number) => choose({ from: Math.min(from, value), to: value });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{t("part")}</legend>
      <div className="flex flex-wrap gap-4 text-sm">
        {[false, true].map((isRange) => (
          <label key={String(isRange)} className="flex items-center gap-2">
            <input
              type="radio"
              name="study-part"
              className="radio radio-sm"
              checked={isRange === (range !== undefined)}
              onChange={() => choose(isRange ? { from: 1, to: 1 } : undefined)}
            />
            {isRange ? t("someWords") : t("wholeVerse")}
          </label>
        ))}
      </div>
      {range && (
        <div className="grid grid-cols-2 gap-2">
          <WordSelect label={t("fromWord")} words={words} value={from} onChange={chooseFrom} />
          <WordSelect label={t("toWord")} words={words} value={to} onChange={chooseTo} />
        </div>
      )}
    </fieldset>
  );
}

interface WordSelectProps {
  label: string;
  words: readonly string[];
  value: number;
  onChange: (value: number) => void;
}

function WordSelect({ label, words, value, onChange }: WordSelectProps) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <select
        className="word-select select w-full"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {words.map((word, index) => (
          // The same word can occur several times in a verse, so only its number identifies it.
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a verse never change
          <option key={index} value={index + 1} lang="ar">
            {`${index + 1} · ${word}`}
          </option>
        ))}
      </select>
    </label>
  );
}
