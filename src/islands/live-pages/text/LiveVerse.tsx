import { Fragment, memo } from "react";
import type { TranslationLanguage } from "#lib/quran/editions.ts";
import type { Verse } from "#lib/quran/quran.responses.ts";
import { parseVerseKey } from "#lib/quran/quran.ts";
import { directionOf } from "#lib/quran/translation-script.ts";
import { verseEnd } from "#lib/quran/verse-end.ts";
import { getTexts as getLivePagesTexts } from "#translations/live-pages.ts";
import { getTexts as getQuranTexts } from "#translations/quran.ts";
import type { WordWriter } from "./use-tajweed.ts";

interface LiveVerseProps {
  verse: Verse;
  isCurrent: boolean;
  /** The word that the lead points at, from 1, or the whole verse. */
  pointed: number | "verse" | undefined;
  languages: readonly TranslationLanguage[];
  transliteration: boolean;
  gloss: boolean;
  /** Renders the words with tajweed colors. */
  write: WordWriter | undefined;
  onVerse: ((verse: string) => void) | undefined;
  onNotes: (verse: string) => void;
}

/**
 * A verse, with the same markup as in the reader. Its words are elements with `data-word`, from 1.
 */
export const LiveVerse = memo(function LiveVerse({
  verse,
  isCurrent,
  pointed,
  languages,
  transliteration,
  gloss,
  write,
  onVerse,
  onNotes,
}: LiveVerseProps) {
  const t = getLivePagesTexts("livePages");
  const key = verse.verse;
  const number = parseVerseKey(key)?.verse ?? 0;
  const written = write?.(verse.words);
  const mark = (position: number) => (pointed === position ? "" : undefined);
  return (
    <li
      data-verse={key}
      data-pointed={pointed === "verse" ? "" : undefined}
      aria-label={t("verse", { verse: key })}
      aria-current={isCurrent || undefined}
      className="verse live-verse"
    >
      <p className="verse-side">
        {onVerse ? (
          <button type="button" className="verse-chip" onClick={() => onVerse(key)}>
            {key}
          </button>
        ) : (
          <span className="verse-chip">{key}</span>
        )}
        {verse.sajda && <span className="sajda">{getQuranTexts("quran")("sajda")}</span>}
        <button
          type="button"
          className="live-notes"
          aria-label={t("myNotes", { verse: key })}
          title={t("openNotes")}
          onClick={() => onNotes(key)}
        />
      </p>
      <p className="verse-text" dir="rtl">
        <span lang="ar" dir="rtl">
          {verse.words.map(({ position, text }, index) => (
            <Fragment key={position}>
              {index > 0 && " "}
              {written ? (
                <span
                  data-word={position}
                  data-pointed={mark(position)}
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own elements around letters
                  dangerouslySetInnerHTML={{ __html: written[index] ?? text }}
                />
              ) : (
                <span data-word={position} data-pointed={mark(position)}>
                  {text}
                </span>
              )}
            </Fragment>
          ))}
        </span>
        <span className="verse-end" aria-hidden="true">
          {`\u00a0${verseEnd(number)}`}
        </span>
      </p>
      {gloss && verse.words.some((word) => word.gloss) && (
        <ol className="words" dir="rtl" aria-label={getQuranTexts("quran")("meanings")}>
          {verse.words.map((word) => (
            <li key={word.position} data-word={word.position} data-pointed={mark(word.position)}>
              <span className="word" lang="ar" dir="rtl">
                {word.text}
              </span>
              {transliteration && (
                <span className="transliteration" lang="ar-Latn" dir="ltr">
                  {word.transliteration}
                </span>
              )}
              <span className="gloss" lang="en" dir="ltr">
                {word.gloss}
              </span>
            </li>
          ))}
        </ol>
      )}
      {transliteration && !gloss && verse.transliteration && (
        <p className="transliteration" lang="ar-Latn" dir="ltr">
          {verse.transliteration}
        </p>
      )}
      {languages.map((language) => {
        const translation = verse.translations[language];
        return (
          translation && (
            <p key={language} className="translation" lang={language} dir={directionOf(language)}>
              {translation}
            </p>
          )
        );
      })}
    </li>
  );
});
