/** '4.5', a mean of ratings as it is shown everywhere: one decimal, halves up. */
export function formatRating(mean: number): string {
  // Not by toFixed: of 4.35, which is a little less in binary, it makes 4.3.
  return (Math.round(mean * 10) / 10).toFixed(1);
}
