import { findSurah, nameSurah } from "#lib/quran/quran.ts";
import { passageHref } from "#lib/quran/verse-key.ts";
import { freshnessOf } from "#lib/recitations/quran-chart.ts";
import type { SurahPart } from "#lib/recitations/recitations.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import type { Clock } from "./clock.ts";
import { Freshness } from "./Freshness.tsx";
import { MemorizedBar } from "./MemorizedBar.tsx";
import { describeMemorized, describeRecited } from "./memorization-text.ts";

interface SurahRowProps extends Clock {
  part: SurahPart;
}

/** A surah, or the visible part of it, with its memorization progress. */
export function SurahRow({ part, now, zone }: SurahRowProps) {
  const surah = findSurah(part.surah);
  if (!surah) return null;
  const passage = {
    first: surah.first + part.fromVerse - 1,
    last: surah.first + part.toVerse - 1,
  };
  const isPart = part.verses < surah.verses;
  const recited = describeRecited(part, now, zone);
  return (
    <li className="grid gap-1.5 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium">
          <span className="muted tabular">{surah.number}.</span>{" "}
          <a className="link link-hover" href={localizePath(passageHref(passage))}>
            {nameSurah(surah)}
          </a>
          {isPart && (
            <span className="muted tabular font-normal">
              {" "}
              {part.fromVerse}–{part.toVerse}
            </span>
          )}
        </span>
        {nameSurah(surah) !== surah.arabicName && (
          <span lang="ar" dir="rtl" className="font-arabic text-lg leading-none">
            {surah.arabicName}
          </span>
        )}
      </div>
      <MemorizedBar memorization={part} />
      <p className="muted tabular flex flex-wrap items-center gap-x-1.5 text-xs">
        {describeMemorized(part)}
        {recited && (
          <>
            {" · "}
            <Freshness of={freshnessOf(part, new Date(now))} className="size-2.5" />
            {recited}
          </>
        )}
      </p>
    </li>
  );
}
