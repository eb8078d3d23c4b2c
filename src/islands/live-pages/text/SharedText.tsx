import type { Ref } from "react";
import { pageOfVerse } from "#lib/quran/mushaf.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { getTexts } from "#translations/live-pages.ts";
import type { Leading } from "../lead/use-leading.ts";
import { useLive } from "../live-context.ts";
import { findShownLanguages } from "./shown-languages.ts";
import { TextPage } from "./TextPage.tsx";
import type { ReadingSettings } from "./use-reading-settings.ts";

interface SharedTextProps {
  ref: Ref<HTMLDivElement>;
  settings: ReadingSettings;
  leading: Leading;
  onNotes: (verse: string) => void;
}

/** A passage of at most this many pages is complete from the start. */
const maxWholePages = 3;

/** The shared passage, in parts that are the pages of the print. */
export function SharedText({ ref, settings, leading, onNotes }: SharedTextProps) {
  const t = getTexts("livePages");
  const { view, isLead, onLeave } = useLive();
  const { state, pointer } = view;
  const [first, last] = [numberOfKey(state.from ?? ""), numberOfKey(state.to ?? "")];
  if (first === undefined || last === undefined) return null;
  const passage = { first, last };
  const pages = listPages(passage);
  const currentPage = pageOfVerse(numberOfKey(state.current ?? "") ?? first);
  const isNear = (page: number) =>
    pages.length <= maxWholePages || Math.abs(page - currentPage) <= 1;
  const languages = findShownLanguages(state.translations, settings.language);
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
          onVerse={isLead ? leading.go : undefined}
          onNotes={onNotes}
          onLeave={onLeave}
        />
      ))}
    </section>
  );
}

function listPages({ first, last }: { first: number; last: number }): number[] {
  const [from, to] = [pageOfVerse(first), pageOfVerse(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
