import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { describeMissingPlace } from "#lib/quran/missing-place.ts";
import { type FoundPassage, searchPassages } from "#lib/quran/passage-search.ts";
import { describePassage, findSurah, nameSurahOf, verseOfNumber } from "#lib/quran/quran.ts";
import { findMissingPlace } from "#lib/quran/search-places.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import { getDirection } from "#lib/site/locale.ts";
import { getTexts } from "#translations/live-pages.ts";

interface PassagePickerProps {
  /** Receives the first and the last verse, as in `2:255`. */
  onChoose: (passage: { from: string; to: string }) => void;
}

/** Finds a passage from what the lead types: a verse, a range, a surah, a juz or a page. */
export function PassagePicker({ onChoose }: PassagePickerProps) {
  const t = getTexts("livePages");
  const id = useId();
  const [typed, setTyped] = useState("");
  // Until something is typed, Enter must not share a passage with the whole class.
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => searchPassages(typed), [typed]);
  const missing = found.length > 0 ? undefined : findMissingPlace(typed);
  const chosen = Math.min(active, found.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const choose = ({ passage }: FoundPassage) =>
    onChoose({
      from: keyOfVerse(verseOfNumber(passage.first)),
      to: keyOfVerse(verseOfNumber(passage.last)),
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    const best = found[chosen];
    if (move === undefined && (event.key !== "Enter" || !best)) return;
    event.preventDefault();
    if (move === undefined) best && choose(best);
    else {
      const from = move < 0 ? Math.max(chosen, 0) : chosen;
      setActive((from + move + found.length) % Math.max(1, found.length));
    }
  };
  return (
    <div className="live-picker">
      <label htmlFor={id} className="sr-only">
        {t("typePassage")}
      </label>
      <input
        id={id}
        className="input w-full"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={t("typeHint")}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(target.value.trim() === "" ? -1 : 0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("typePassage")}
        className="live-found"
      >
        {found.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={`${each.kind} ${each.passage.first} ${each.passage.last}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => choose(each)}
          >
            <FoundName found={each} />
          </div>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? "sr-only" : "muted text-sm"}>
        {found.length > 0
          ? t("found", { count: found.length })
          : missing
            ? describeMissingPlace(missing)
            : t("noPassage")}
      </p>
    </div>
  );
}

function FoundName({ found: { kind, number, passage } }: { found: FoundPassage }) {
  const t = getTexts("livePages");
  const count = t("verses", { count: passage.last - passage.first + 1 });
  if (kind === "surah" || kind === "verses") {
    return (
      <>
        <span className="live-found-number tabular">{number}</span>
        <span className="live-found-name">
          {kind === "surah" ? nameSurahOf(number) : describePassage(passage)}
        </span>
        <span className="live-found-detail">{count}</span>
        {getDirection() === "ltr" && (
          <span lang="ar" dir="rtl" className="live-found-arabic">
            {findSurah(number)?.arabicName}
          </span>
        )}
      </>
    );
  }
  return (
    <>
      <span className="live-found-number tabular">{number}</span>
      <span className="live-found-name">
        {kind === "juz" ? t("kindJuz", { number }) : t("kindPage", { number })}
      </span>
      <span className="live-found-detail">{describePassage(passage)}</span>
    </>
  );
}
