/** Formats an amount in cents, such as `$120.50`. */
export function money(cents: number | null, currency: string | null): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency ?? "usd" });
  return format.format((cents ?? 0) / 100);
}
