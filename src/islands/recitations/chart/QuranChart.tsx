import { verseCount } from "#lib/quran/quran.ts";
import {
  describeAge,
  type Freshness as FreshnessName,
  fadingDays,
  freshDays,
  freshnessOf,
  memorizedPercent,
} from "#lib/recitations/quran-chart.ts";
import type {
  Memorization,
  QuranChart as QuranChartData,
} from "#lib/recitations/recitations.responses.ts";
import { formatCount } from "#lib/text/format-count.ts";
import type { Clock } from "./clock.ts";
import { Freshness } from "./Freshness.tsx";
import { JuzCell } from "./JuzCell.tsx";
import { SurahList } from "./SurahList.tsx";

interface QuranChartProps extends Clock {
  chart: QuranChartData;
}

const legend: { of: FreshnessName; text: string }[] = [
  { of: "fresh", text: `All recited within ${freshDays} days` },
  { of: "fading", text: `Within ${fadingDays} days` },
  { of: "stale", text: "Overdue for revision" },
];

const isWhole = ({ memorised, verses }: Memorization) => memorised === verses;
const isBegun = ({ recitedAt }: Memorization) => recitedAt !== undefined;

/**
 * The thirty juz with the progress in each, and the surahs that were started. Works without
 * scripts, because each juz opens as a native popover.
 */
export function QuranChart({ chart, now, zone }: QuranChartProps) {
  const clock = { now, zone };
  const begun = chart.surahs.filter(isBegun);
  return (
    <div className="grid gap-5 [print-color-adjust:exact]">
      <p className="text-sm">{summarize(chart, clock)}</p>
      <ol className="grid grid-cols-5 gap-2 sm:grid-cols-6 md:grid-cols-10" aria-label="Juz">
        {chart.juz.map((juz) => (
          <li key={juz.juz}>
            <JuzCell memorization={juz} {...clock} />
          </li>
        ))}
      </ol>
      <ul className="muted flex flex-wrap gap-x-5 gap-y-2 text-xs" aria-label="What the marks mean">
        {legend.map(({ of, text }) => (
          <li key={of} className="flex items-center gap-1.5">
            <Freshness of={of} />
            {text}
          </li>
        ))}
      </ul>
      {begun.length > 0 && <SurahList surahs={begun} {...clock} />}
    </div>
  );
}

/** Summarizes the chart in a few sentences. */
function summarize(chart: QuranChartData, { now, zone }: Clock): string {
  if (chart.recitedAt === undefined) return "Nothing recited yet.";
  const verses = formatCount(chart.memorised);
  const all = formatCount(verseCount);
  const known = [
    `${verses} of ${all} verses memorized (${memorizedPercent(chart)}%)`,
    count(chart.juz.filter(isWhole).length, "whole juz", "whole juz"),
    count(chart.surahs.filter(isWhole).length, "whole surah", "whole surahs"),
  ];
  const isWaiting = (each: Memorization) => freshnessOf(each, new Date(now)) === "stale";
  const waiting = count(chart.surahs.filter(isWaiting).length, "surah", "surahs");
  return [
    known.filter((text) => text !== "").join(", "),
    `Last recited ${describeAge(chart.recitedAt, new Date(now), zone)}`,
    waiting && `${waiting} overdue for revision (more than ${fadingDays} days)`,
  ]
    .filter((text) => text !== "")
    .map((text) => `${text}.`)
    .join(" ");
}

const count = (number: number, one: string, many: string): string =>
  number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
