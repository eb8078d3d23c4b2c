import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { verseWordsOptions } from "#lib/quran/words/words.queries.ts";
import { getTexts } from "#translations/words.ts";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import { Loading } from "../../ui/feedback/Loading.tsx";
import { readWordStep } from "./word-step.ts";

interface WordsSectionProps {
  /** As in `2:255`. */
  verseKey: string;
  onWord: (position: number) => void;
}

/** The words of a verse. Arrow keys move from word to word. */
export function WordsSection({ verseKey, onWord }: WordsSectionProps) {
  const t = getTexts("words");
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="py-1.5 text-sm font-medium">{t("words")}</summary>
      {isOpen && <WordList verseKey={verseKey} onWord={onWord} />}
    </details>
  );
}

function WordList({ verseKey, onWord }: WordsSectionProps) {
  const t = getTexts("words");
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useQuery(verseWordsOptions(verseKey), queryClient);
  if (error) return <ErrorAlert message={messageOf(error)} retry={() => void refetch()} />;
  if (!data) return <Loading label={t("loading")} />;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = readWordStep(event);
    if (step === undefined) return;
    // The page's own shortcuts would open another page.
    event.stopPropagation();
    event.preventDefault();
    const next = Math.min(Math.max(current + step, 1), data.words.length);
    setCurrent(next);
    list.current?.querySelectorAll("button")[next - 1]?.focus();
  };
  return (
    <ul
      ref={list}
      dir="rtl"
      aria-label={t("wordsOf", { verse: verseKey })}
      className="flex flex-wrap gap-1"
      onKeyDown={onKeyDown}
    >
      {data.words.map(({ position, text, gloss }) => (
        <li key={position}>
          <button
            type="button"
            // The Tab key reaches only one of the words.
            tabIndex={position === current ? 0 : -1}
            className="grid cursor-pointer justify-items-center rounded-field px-2 py-1 hover:bg-base-200"
            onFocus={() => setCurrent(position)}
            onClick={() => onWord(position)}
          >
            <span lang="ar" dir="rtl" className="quran-word is-small">
              {text}
            </span>
            {gloss && (
              <span lang="en" dir="ltr" className="muted text-xs">
                {gloss}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
