import { useEffect } from "react";
import { ListenSection } from "#islands/audio/shared/ListenSection.tsx";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
import { nameSurahOf, parseVerseKey } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/quran.ts";
import { showAbovePanel } from "../show-above-panel.ts";
import { ToolPanel } from "../ToolPanel.tsx";
import { wrapWords } from "../verse-words.ts";
import { WordsSection } from "../words/WordsSection.tsx";
import { CopySection } from "./CopySection.tsx";

interface VersePanelProps {
  /** The element with `data-verse`. */
  verse: HTMLElement;
  /** Opens a word of the verse. */
  onWord: (position: number) => void;
  onClose: () => void;
}

/** The actions for a verse. */
export function VersePanel({ verse, onWord, onClose }: VersePanelProps) {
  const t = getTexts("quran");
  const key = verse.dataset.verse ?? "";
  const name = nameSurahOf(parseVerseKey(key)?.surah ?? 0);
  // The meaning of a student's mark is in a tooltip, which people with touch screens can't see.
  const known = verse.querySelector<HTMLElement>(".verse-mark")?.title;
  useEffect(() => showAbovePanel(verse), [verse]);
  return (
    <ToolPanel
      title={t("verseName", { name, key })}
      titleClass="pe-10 text-lg font-semibold"
      onClose={onClose}
    >
      {known && <p className="text-muted text-sm">{known}</p>}
      {[...verse.querySelectorAll<HTMLElement>("[data-weak]")].map((word) => (
        <p key={word.dataset.word} className="text-muted text-sm">
          <span lang="ar" dir="rtl" className="quran-word is-small">
            {word.textContent}
          </span>{" "}
          {word.title}
        </p>
      ))}
      <ListenSection verse={key} wrapWords={wrapWords} />
      <CopySection verse={verse} verseKey={key} />
      <StudySection verse={verse} verseKey={key} />
      <WordsSection verseKey={key} onWord={onWord} />
    </ToolPanel>
  );
}
