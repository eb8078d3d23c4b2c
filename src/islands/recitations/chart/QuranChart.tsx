import { verseCount } from "#lib/quran/quran.ts";
import {
  describeAge,
  type Freshness as FreshnessName,
  fadingDays,
  formatMemorized,
  freshDays,
  freshnessOf,
} from "#lib/recitations/quran-chart.ts";
import type {
  Memorization,
  QuranChart as QuranChartData,
} from "#lib/recitations/recitations.responses.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getTexts } from "#translations/quran-chart.ts";
import type { Clock } from "./clock.ts";
import { Freshness } from "./Freshness.tsx";
import { JuzCell } from "./JuzCell.tsx";
import { SurahList } from "./SurahList.tsx";

const t = getTexts("quranChart");

interface QuranChartProps extends Clock {
  chart: QuranChartData;
}

const listLegend = (): { of: FreshnessName; text: string }[] => [
  { of: "fresh", text: t("fresh", { days: freshDays }) },
  { of: "fading", text: t("fading", { days: fadingDays }) },
  { of: "stale", text: t("stale") },
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
      <ol
        className="grid grid-cols-5 gap-2 sm:grid-cols-6 md:grid-cols-10"
        aria-label={t("juzList")}
      >
        {chart.juz.map((juz) => (
          <li key={juz.juz}>
            <JuzCell memorization={juz} {...clock} />
          </li>
        ))}
      </ol>
      <ul className="muted flex flex-wrap gap-x-5 gap-y-2 text-xs" aria-label={t("legend")}>
        {listLegend().map(({ of, text }) => (
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
  if (chart.recitedAt === undefined) return t("nothing");
  const known = [
    t("verses", {
      memorized: formatCount(chart.memorised),
      total: formatCount(verseCount),
      percent: formatMemorized(chart),
    }),
    describeSome("wholeJuz", chart.juz.filter(isWhole).length),
    describeSome("wholeSurahs", chart.surahs.filter(isWhole).length),
  ];
  const isWaiting = (each: Memorization) => freshnessOf(each, new Date(now)) === "stale";
  const waiting = chart.surahs.filter(isWaiting).length;
  return [
    t("sentence", { text: known.filter((text) => text !== "").join(t("separator")) }),
    t("last", { age: describeAge(chart.recitedAt, new Date(now), zone) }),
    waiting === 0 ? "" : t("overdue", { count: waiting, days: fadingDays }),
  ]
    .filter((text) => text !== "")
    .join(" ");
}

const describeSome = (key: "wholeJuz" | "wholeSurahs", count: number): string =>
  count === 0 ? "" : t(key, { count });
