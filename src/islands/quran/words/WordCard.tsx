import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { verseWordsOptions } from "#lib/quran/words/words.queries.ts";
import { getTexts } from "#translations/words.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import { Loading } from "../../ui/feedback/Loading.tsx";
import { showAbovePanel } from "../show-above-panel.ts";
import { ToolPanel } from "../ToolPanel.tsx";
import { findWord } from "../verse-words.ts";
import { WordStudy } from "./WordStudy.tsx";
import { readWordStep } from "./word-step.ts";

interface WordCardProps {
  /** The element with `data-verse`. */
  verse: HTMLElement;
  /** The word that is shown first, from 1. */
  start: number;
  onVerse: () => void;
  onClose: () => void;
}

/** A word of a verse: its meaning and related words. Arrow keys lead to other words. */
export function WordCard({ verse, start, onVerse, onClose }: WordCardProps) {
  const t = getTexts("words");
  const [position, setPosition] = useState(start);
  const key = verse.dataset.verse ?? "";
  const { data, error, refetch } = useQuery(verseWordsOptions(key), queryClient);
  const word = data?.words[position - 1];
  useEffect(() => {
    const element = findWord(verse, position);
    element?.toggleAttribute("data-current-word", true);
    if (element) showAbovePanel(element);
    return () => element?.removeAttribute("data-current-word");
  }, [verse, position]);

  // A second key may be pressed before the effect of the first one is rendered.
  const move = (step: number) =>
    setPosition((former) => (data?.words[former + step - 1] ? former + step : former));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = readWordStep(event);
    if (step === undefined) return;
    // The page's own shortcuts would lead to another page.
    event.stopPropagation();
    event.preventDefault();
    move(step);
  };
  return (
    <ToolPanel
      title={
        <>
          <span className="pe-10 text-sm font-semibold">
            {t("place", { verse: key, position })}
          </span>
          {word && (
            <span lang="ar" dir="rtl" className="quran-word text-center">
              {word.text}
            </span>
          )}
        </>
      }
      titleClass="grid gap-1"
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      {error && <ErrorAlert message={messageOf(error)} retry={() => void refetch()} />}
      {!data && !error && <Loading label={t("loading")} />}
      {word && (
        <div aria-live="polite" className="grid gap-1 text-center">
          {word.gloss ? (
            <>
              <p lang="en" dir="ltr" className="text-lg font-medium">
                {word.gloss}
              </p>
              <p lang="ar-Latn" dir="ltr" className="muted italic">
                {word.transliteration}
              </p>
            </>
          ) : (
            <p className="muted text-sm">{t("noMeaning")}</p>
          )}
        </div>
      )}
      {data && (
        <>
          {/* The next word is on the left, as in the text. */}
          <div dir="ltr" className="flex items-center justify-between gap-1">
            <Button
              look="plain"
              {...stepState(position >= data.words.length)}
              onClick={() => move(1)}
            >
              {t("nextWord")}
            </Button>
            <Button look="quiet" className="btn-sm px-2" onClick={onVerse}>
              {t("allWords", { verse: key })}
            </Button>
            <Button look="plain" {...stepState(position <= 1)} onClick={() => move(-1)}>
              {t("previousWord")}
            </Button>
          </div>
          <WordStudy key={position} wordKey={`${key}:${position}`} />
        </>
      )}
    </ToolPanel>
  );
}

/**
 * A disabled button would lose the focus, and the panel would no longer receive keys. Long texts take
 * two lines.
 */
const stepState = (isEnd: boolean) => ({
  className: `btn-sm h-auto min-h-8 shrink px-2 py-1 ${isEnd ? "btn-disabled" : ""}`,
  "aria-disabled": isEnd,
});
