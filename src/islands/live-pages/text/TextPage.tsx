import { useQuery } from "@tanstack/react-query";
import { Fragment, memo, useEffect, useRef, useState } from "react";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { LivePageEvents } from "#lib/live-pages/live-pages.responses.ts";
import { basmala } from "#lib/quran/basmala.ts";
import type { TranslationLanguage } from "#lib/quran/editions.ts";
import { pagePassages } from "#lib/quran/mushaf.ts";
import { quranPageOptions } from "#lib/quran/quran.queries.ts";
import {
  describePassage,
  findSurah,
  hasBasmala,
  intersect,
  nameSurah,
  parseVerseKey,
} from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "../LeaveLink.tsx";
import { LiveVerse } from "./LiveVerse.tsx";
import type { WordWriter } from "./use-tajweed.ts";

interface TextPageProps {
  /** The page of the printed mushaf. */
  page: number;
  /** The shared passage, by the numbers of its verses. */
  first: number;
  last: number;
  /**
   * Whether the current verse is on this page or the next. Other pages load when they come near the
   * window.
   */
  isNear: boolean;
  current: string | null;
  pointer: LivePageEvents["pointer"] | null;
  languages: readonly TranslationLanguage[];
  transliteration: boolean;
  gloss: boolean;
  write: WordWriter | undefined;
  /** Moves to a verse. For the lead only. */
  onVerse: ((verse: string) => void) | undefined;
  onNotes: (verse: string) => void;
  onLeave: ((path: string) => void) | undefined;
}

/** The part of the shared passage that is on one page of the printed mushaf. */
export const TextPage = memo(function TextPage(props: TextPageProps) {
  const { isNear } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const isWanted = isNear || isSeen;
  useEffect(() => {
    if (isWanted || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "100% 0px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isWanted]);
  if (isWanted) return <WantedPage {...props} />;
  return (
    <div ref={place} className="live-page-place">
      <PageLink {...props} />
    </div>
  );
});

/** The link to a page that isn't loaded. Without scripts, it leads to the text. */
function PageLink({ page, first, last, onLeave }: TextPageProps) {
  const t = getTexts("livePages");
  const passage = { first, last };
  const part = intersect(passage, pagePassages[page - 1] ?? passage) ?? passage;
  return (
    <LeaveLink path={`/quran/page/${page}`} className="link" onLeave={onLeave}>
      {t("pageOfPassage", { page, passage: describePassage(part) })}
    </LeaveLink>
  );
}

/** A page that is loaded. The others have no query, because the whole Quran would have hundreds. */
function WantedPage(props: TextPageProps) {
  const { page, first, last, isNear: _, onLeave: __, ...shown } = props;
  const text = useQuery(quranPageOptions(page), queryClient);
  if (!text.data) {
    return (
      <div className="live-page-place">
        {text.error ? (
          <ErrorAlert
            message={messageOf(text.error)}
            retry={() => void text.refetch()}
            busy={text.isFetching}
          />
        ) : (
          <PageLink {...props} />
        )}
      </div>
    );
  }
  const verses = text.data.verses.filter(({ verse }) => {
    const number = numberOfKey(verse) ?? 0;
    return number >= first && number <= last;
  });
  const { current, pointer, ...rest } = shown;
  return (
    <ol className="verses">
      {verses.map((verse) => (
        <Fragment key={verse.verse}>
          <SurahStart verse={verse.verse} />
          <LiveVerse
            {...rest}
            verse={verse}
            isCurrent={verse.verse === current}
            pointed={pointer?.verse === verse.verse ? (pointer.word ?? "verse") : undefined}
          />
        </Fragment>
      ))}
    </ol>
  );
}

/** The title and the Basmala before the first verse of a surah. */
function SurahStart({ verse }: { verse: string }) {
  const place = parseVerseKey(verse);
  const surah = place?.verse === 1 ? findSurah(place.surah) : undefined;
  return (
    surah && (
      <li className="live-surah">
        <h2 className="surah-title">
          <span className="surah-name" lang="ar" dir="rtl">
            {surah.arabicName}
          </span>
          {nameSurah(surah) !== surah.arabicName && <span>{nameSurah(surah)}</span>}
        </h2>
        {hasBasmala(surah) && (
          <p className="basmala" lang="ar" dir="rtl">
            {basmala}
          </p>
        )}
      </li>
    )
  );
}
