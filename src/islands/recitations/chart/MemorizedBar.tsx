import { memorizedPercent } from "#lib/recitations/quran-chart.ts";
import type { Memorization } from "#lib/recitations/recitations.responses.ts";

interface MemorizedBarProps {
  memorization: Memorization;
  /** Uses the text color, for colored backgrounds. */
  plain?: boolean;
}

/** A thin bar for how much is memorized. Always used with text. */
export function MemorizedBar({ memorization, plain = false }: MemorizedBarProps) {
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={`h-1.5 w-full rounded-full ${plain ? "" : "text-secondary"}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <rect width="100" height="6" className={plain ? "opacity-30" : "text-base-300"} />
      <rect width={memorizedPercent(memorization)} height="6" />
    </svg>
  );
}
