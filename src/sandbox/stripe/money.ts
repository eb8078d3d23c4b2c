/** `$120.50`: an amount in the currency's cents as people read it. */
export function money(cents: number | null, currency: string | null): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency ?? "usd" });
  return format.format((cents ?? 0) / 100);
}
