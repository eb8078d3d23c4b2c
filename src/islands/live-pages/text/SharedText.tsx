import { type RefObject, useState } from "react";
import { pageOfVerse } from "#lib/quran/mushaf.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { getTexts } from "#translations/live-pages.ts";
import type { Leading } from "../lead/use-leading.ts";
import { useLive } from "../live-context.ts";
import { findOwnLanguage, findShownLanguages } from "./shown-languages.ts";
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
  // It is wrapped in an object, because the setter would call a function.
  const [onWriter] = useState(() => (writer: WordWriter | undefined) => setWrite(() => writer));
  const [first, last] = [numberOfKey(state.from ?? ""), numberOfKey(state.to ?? "")];
  if (first === undefined || last === undefined) return null;
  const passage = { first, last };
  const pages = listPages(passage);
  const currentPage = pageOfVerse(numberOfKey(state.current ?? "") ?? first);
  const isNear = (page: number) =>
    pages.length <= maxWholePages || Math.abs(page - currentPage) <= 1;
  const own = findOwnLanguage(settings.language, offered);
  const languages = findShownLanguages(state.translations, own);
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
          passage={passage}
          isNear={isNear(page)}
          current={state.current}
          pointer={pointer}
          languages={languages}
          transliteration={state.transliteration}
          gloss={state.gloss}
          write={write}
          onVerse={isLead ? leading.go : undefined}
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

function listPages({ first, last }: { first: number; last: number }): number[] {
  const [from, to] = [pageOfVerse(first), pageOfVerse(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
