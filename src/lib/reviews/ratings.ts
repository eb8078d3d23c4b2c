import { getLocale } from "../site/locale.ts";

/** Formats a mean rating with one decimal, rounding halves up: '4.5', or '4,5' in French. */
export function formatRating(mean: number): string {
  // Rounded here, because `Intl` would show 4.3 for 4.35, whose binary value is slightly smaller.
  return (Math.round(mean * 10) / 10).toLocaleString(getLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
