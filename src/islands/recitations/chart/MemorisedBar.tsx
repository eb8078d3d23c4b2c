import { memorisedPercent, type Standing } from "#lib/recitations/quran-chart.ts";

interface MemorisedBarProps {
  standing: Standing;
  /** Uses the text color, for colored backgrounds. */
  plain?: boolean;
}

/** A thin bar for how much is memorized. Always used with text. */
export function MemorisedBar({ standing, plain = false }: MemorisedBarProps) {
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={`h-1.5 w-full rounded-full ${plain ? "" : "text-secondary"}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <rect width="100" height="6" className={plain ? "opacity-30" : "text-base-300"} />
      <rect width={memorisedPercent(standing)} height="6" />
    </svg>
  );
}
