import { useEffect, useId, useRef } from "react";
import { ListenSection } from "#islands/audio/shared/ListenSection.tsx";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
import { findSurah, parseVerseKey } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/translate.ts";
import { CloseButton } from "../../ui/CloseButton.tsx";
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

/**
 * What can be done with a verse. The panel is not modal: at the bottom of a phone and at the side of
 * a wide window, it leaves the text in view.
 */
export function VersePanel({ verse, onWord, onClose }: VersePanelProps) {
  const t = getTexts("quran");
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const key = verse.dataset.verse ?? "";
  const surah = findSurah(parseVerseKey(key)?.surah ?? 0);
  // What a student's mark says is a tooltip, which fingers don't get.
  const known = verse.querySelector<HTMLElement>(".verse-mark")?.title;
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="verse-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <h2 id={titleId} className="pe-10 text-lg font-semibold">
        {t("verseName", { name: surah?.name ?? "", key })}
      </h2>
      {known && <p className="text-muted text-sm">{known}</p>}
      <CloseButton onClick={onClose} />
      <ListenSection verse={key} wrapWords={wrapWords} />
      <CopySection verse={verse} verseKey={key} />
      <StudySection verse={verse} verseKey={key} />
      <WordsSection verseKey={key} onWord={onWord} />
    </section>
  );
}
