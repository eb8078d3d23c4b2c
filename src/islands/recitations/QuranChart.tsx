import {
  describeAge,
  type Freshness as FreshnessName,
  fadingDays,
  freshDays,
  memorisedPercent,
  type QuranChart as QuranChartData,
  type Standing,
} from "#lib/quran-chart.ts";
import { Freshness } from "./Freshness.tsx";
import { JuzCell } from "./JuzCell.tsx";
import { SurahList } from "./SurahList.tsx";

/** By which clock ages are told. */
export interface Clock {
  /** ISO 8601. */
  now: string;
  /** IANA zone of the reader. */
  zone: string;
}

interface QuranChartProps extends Clock {
  chart: QuranChartData;
}

const legend: { of: FreshnessName; words: string }[] = [
  { of: "fresh", words: `Revised within ${freshDays} days` },
  { of: "fading", words: `Within ${fadingDays} days` },
  { of: "stale", words: "Longer ago" },
];

const isWhole = ({ memorised, verses }: Standing) => memorised === verses;
const isBegun = ({ memorised, revisedAt }: Standing) => memorised > 0 || revisedAt !== undefined;

/**
 * The thirty juz with what is known of each, and the surahs that were begun. Without a script: a
 * juz opens what stands behind it by itself.
 */
export function QuranChart({ chart, now, zone }: QuranChartProps) {
  const clock = { now, zone };
  const begun = chart.surahs.filter(isBegun);
  return (
    <div className="grid gap-5">
      <p className="text-sm">{summarise(chart, clock)}</p>
      <ol className="grid grid-cols-5 gap-2 sm:grid-cols-6 md:grid-cols-10" aria-label="Juz">
        {chart.juz.map((juz) => (
          <li key={juz.juz}>
            <JuzCell standing={juz} {...clock} />
          </li>
        ))}
      </ol>
      <ul className="muted flex flex-wrap gap-x-5 gap-y-2 text-xs" aria-label="What the marks mean">
        {legend.map(({ of, words }) => (
          <li key={of} className="flex items-center gap-1.5">
            <Freshness of={of} />
            {words}
          </li>
        ))}
      </ul>
      {begun.length > 0 && <SurahList surahs={begun} {...clock} />}
    </div>
  );
}

/** The chart in a sentence or two. */
function summarise(chart: QuranChartData, { now, zone }: Clock): string {
  if (!isBegun(chart)) return "Nothing has been recited yet.";
  const juz = chart.juz.filter(isWhole).length;
  const surahs = chart.surahs.filter(isWhole).length;
  const verses = chart.memorised.toLocaleString("en-GB");
  const whole = [
    count(juz, "whole juz", "whole juz"),
    count(surahs, "whole surah", "whole surahs"),
  ];
  const parts = [
    `${verses} of 6,236 verses memorised (${memorisedPercent(chart)}%)`,
    ...whole.filter((words) => words !== ""),
  ];
  const revised = chart.revisedAt
    ? ` Last revision ${describeAge(chart.revisedAt, new Date(now), zone)}.`
    : "";
  return `${parts.join(", ")}.${revised}`;
}

const count = (number: number, one: string, many: string): string =>
  number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
