import type { Freshness as FreshnessName } from "#lib/recitations/quran-chart.ts";

/** Distinguished by shape, not only by color: full, half or empty. */
const marks: Record<Exclude<FreshnessName, "never">, { look: string; path: string }> = {
  fresh: { look: "text-success", path: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z" },
  fading: { look: "text-warning", path: "M8 2a6 6 0 0 0 0 12Z" },
  stale: { look: "text-error", path: "" },
};

interface FreshnessProps {
  of: FreshnessName;
  /** Uses the text color, for colored backgrounds. */
  plain?: boolean;
  className?: string;
}

/** A mark for how long ago something was last recited. Always used with text. */
export function Freshness({ of, plain = false, className = "size-3" }: FreshnessProps) {
  if (of === "never") return null;
  const { look, path } = marks[of];
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${plain ? "" : look} ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" />
      {path && <path d={path} fill="currentColor" stroke="none" />}
    </svg>
  );
}
