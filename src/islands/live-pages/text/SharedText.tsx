import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { pageOfVerse } from "#lib/quran/mushaf.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { getTexts } from "#translations/live-pages.ts";
import type { Leading } from "../lead/use-leading.ts";
import { useLive } from "../live-context.ts";
import { findOwnTranslation, findShownLanguages } from "./shown-languages.ts";
import { TextPage } from "./TextPage.tsx";
import { useOffered } from "./use-offered.ts";
import { useOwnReading } from "./use-own-reading.ts";
import type { ReadingSettings } from "./use-reading-settings.ts";
import type { WordWriter } from "./use-tajweed.ts";

interface SharedTextProps {
  ref: RefObject<HTMLDivElement | null>;
  settings: ReadingSettings;
  leading: Leading;
  onNotes: (verse: string) => void;
}

/** A passage of at most this many pages is loaded completely from the start. */
const maxWholePages = 3;

/** The shared passage, divided into the pages of the printed mushaf. */
export function SharedText({ ref, settings, leading, onNotes }: SharedTextProps) {
  const t = getTexts("livePages");
  const { view, isLead, onLeave } = useLive();
  const { state, pointer } = view;
  const offered = useOffered(state.current);
  const OwnReading = useOwnReading();
  const [write, setWrite] = useState<WordWriter>();
  // The writer is a function, which the setter would call, so it is wrapped in another one.
  const [onWriter] = useState(() => (writer: WordWriter | undefined) => setWrite(() => writer));
  const own = findOwnTranslation(settings.translation, offered);
  const languages = useMemo(
    () => findShownLanguages(state.translations, own),
    [state.translations, own],
  );
  const go = useLatest(leading.go);
  const [first, last] = [numberOfKey(state.from ?? ""), numberOfKey(state.to ?? "")];
  if (first === undefined || last === undefined) return null;
  const pages = listPages({ first, last });
  const pageOf = (verse: string | undefined | null) =>
    pageOfVerse(numberOfKey(verse ?? "") ?? first);
  const [currentPage, pointedPage] = [pageOf(state.current), pageOf(pointer?.verse)];
  const isNear = (page: number) =>
    pages.length <= maxWholePages || Math.abs(page - currentPage) <= 1;
  return (
    <section
      ref={ref}
      aria-label={t("passage")}
      className="live-text"
      data-leading={isLead ? "" : undefined}
    >
      {pages.map((page) => (
        <TextPage
          key={page}
          page={page}
          first={first}
          last={last}
          isNear={isNear(page)}
          // Pages that a step doesn't concern aren't rendered again: the whole Quran has 604.
          current={page === currentPage ? state.current : null}
          pointer={page === pointedPage ? pointer : null}
          languages={languages}
          transliteration={state.transliteration}
          gloss={state.gloss}
          write={write}
          onVerse={isLead ? go : undefined}
          onNotes={onNotes}
          onLeave={onLeave}
        />
      ))}
      {OwnReading && (
        <OwnReading text={ref} tajweed={settings.tajweed} onWriter={onWriter} onNotes={onNotes} />
      )}
    </section>
  );
}

/** A function that never changes and calls the latest one. */
function useLatest<Input>(call: (input: Input) => void): (input: Input) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  const [stable] = useState(() => (input: Input) => latest.current(input));
  return stable;
}

function listPages({ first, last }: { first: number; last: number }): number[] {
  const [from, to] = [pageOfVerse(first), pageOfVerse(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
