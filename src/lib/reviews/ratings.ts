/** Formats a mean rating with one decimal, rounding halves up: '4.5'. */
export function formatRating(mean: number): string {
  // `toFixed` would return 4.3 for 4.35, because its binary value is slightly smaller.
  return (Math.round(mean * 10) / 10).toFixed(1);
}
