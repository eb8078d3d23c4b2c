import type { ReactNode } from "react";
import { LinkedPassages } from "#islands/quran/shared/LinkedPassages.tsx";
import { passageHref } from "#lib/quran/verse-key.ts";
import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import {
  describeMistakes,
  kindNames,
  type RecitationKind,
} from "#lib/recitations/recitations.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/recitations.ts";
import { MarkedWord } from "./MarkedWord.tsx";

const looks: Record<RecitationKind, string> = {
  sabaq: "border-secondary/40 bg-secondary/10",
  sabqi: "border-accent/40 bg-accent/10",
  manzil: "border-base-300 bg-base-200",
};

interface LessonProps {
  lesson: RecitationView;
  /** IANA zone of the reader. */
  zone: string;
  /** Actions for the lesson. */
  children?: ReactNode;
}

/** A lesson: what was recited, when, and how it went. */
export function Lesson({ lesson, zone, children }: LessonProps) {
  const { kind, passage, heardAt, mistakes, note, markedWords = [] } = lesson;
  const t = getTexts("recitations");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-4">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span
            className={`rounded-selector border px-2 py-0.5 text-xs font-medium ${looks[kind]}`}
          >
            {kindNames[kind]} <span className="font-normal">({kind})</span>
          </span>
          <a className="link link-hover font-semibold" href={localizePath(passageHref(lesson))}>
            {passage}
          </a>
        </div>
        <p className="muted tabular text-sm">
          <time dateTime={heardAt}>{capitalize(formatShortDay(heardAt, zone, Date.now()))}</time> ·{" "}
          {describeMistakes(mistakes)}
        </p>
        {markedWords.length > 0 && (
          <ul className="marked-words" aria-label={t("markedWords")}>
            {markedWords.map((word) => (
              <li key={`${word.verse}:${word.word}`}>
                <MarkedWord word={word} />
              </li>
            ))}
          </ul>
        )}
        {note && (
          <p className="max-w-prose text-sm break-words whitespace-pre-line" dir="auto">
            <LinkedPassages text={note} />
          </p>
        )}
      </div>
      {children}
    </li>
  );
}
