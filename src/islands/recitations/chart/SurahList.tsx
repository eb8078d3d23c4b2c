import type { SurahPart } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/quran-chart.ts";
import type { Clock } from "./clock.ts";
import { SurahRow } from "./SurahRow.tsx";

const t = getTexts("quranChart");

interface SurahListProps extends Clock {
  surahs: readonly SurahPart[];
}

/** The surahs that were started, collapsed if there are many. */
export function SurahList({ surahs, ...clock }: SurahListProps) {
  const text = t("started", { count: surahs.length });
  return (
    <details open={surahs.length <= 6} className="border-t border-base-300 pt-3">
      <summary className="cursor-pointer text-sm font-medium">{text}</summary>
      <ul className="mt-1 grid gap-x-8 sm:grid-cols-2">
        {surahs.map((part) => (
          <SurahRow key={part.surah} part={part} {...clock} />
        ))}
      </ul>
    </details>
  );
}
