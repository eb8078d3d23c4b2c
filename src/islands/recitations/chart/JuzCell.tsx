import { describePassage, juzPassages } from "#lib/quran/quran.ts";
import { formatMemorized, freshnessOf, memorizedPercent } from "#lib/recitations/quran-chart.ts";
import type { JuzMemorization } from "#lib/recitations/recitations.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/quran-chart.ts";
import type { Clock } from "./clock.ts";
import { Freshness } from "./Freshness.tsx";
import { MemorizedBar } from "./MemorizedBar.tsx";
import { describeMemorized, describeRecited } from "./memorization-text.ts";
import { SurahRow } from "./SurahRow.tsx";

const t = getTexts("quranChart");

interface JuzCellProps extends Clock {
  memorization: JuzMemorization;
}

/** A small card for a juz, which opens a list of its surahs. */
export function JuzCell({ memorization, now, zone }: JuzCellProps) {
  const { juz, parts } = memorization;
  const percent = memorizedPercent(memorization);
  const id = `juz-${juz}`;
  const passage = juzPassages[juz - 1];
  const facts = [describeMemorized(memorization), describeRecited(memorization, now, zone)];
  const description = facts.filter(Boolean).join(t("separator"));
  const ground =
    percent === 100
      ? "border-secondary bg-secondary text-secondary-content"
      : percent > 0
        ? "border-secondary/40 bg-secondary/10"
        : "border-base-300";
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={`grid w-full cursor-pointer gap-1 rounded-field border p-2 text-start transition-shadow hover:shadow-card ${ground}`}
      >
        <span
          className={`tabular flex items-center justify-between text-base leading-none ${percent > 0 ? "font-semibold" : "muted"}`}
        >
          <span>
            {t.rich("juzNumber", {
              juz,
              hidden: (text) => (
                <span key="hidden" className="sr-only">
                  {text}
                </span>
              ),
            })}
          </span>
          <Freshness of={freshnessOf(memorization, new Date(now))} plain={percent === 100} />
        </span>
        <span className={`grid gap-1 ${percent === 0 ? "invisible" : ""}`}>
          <span className="tabular text-xs leading-4">{formatMemorized(memorization)}</span>
          <MemorizedBar memorization={memorization} plain={percent === 100} />
        </span>
        <span className="sr-only">{description}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("juz", { juz })}
        className="m-auto max-h-[85dvh] not-supports-[selector(:popover-open)]:hidden w-[min(26rem,calc(100vw-2rem))] overflow-y-auto rounded-box border border-base-300 bg-base-100 p-5 text-base-content shadow-raised backdrop:bg-black/40"
      >
        <div className="flex items-start justify-between gap-4">
          <div>
            <p className="text-lg font-semibold">{t("juz", { juz })}</p>
            <p className="muted text-sm">
              <a className="link link-hover" href={localizePath(`/quran/juz/${juz}`)}>
                {passage && describePassage(passage)}
              </a>
            </p>
            <p className="mt-1 text-sm">{description}</p>
          </div>
          <button
            type="button"
            className="btn btn-sm btn-ghost"
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            {t("close")}
          </button>
        </div>
        <ul className="mt-3 divide-y divide-base-300">
          {parts.map((part) => (
            <SurahRow key={part.surah} part={part} now={now} zone={zone} />
          ))}
        </ul>
      </div>
    </>
  );
}
