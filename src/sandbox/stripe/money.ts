/** `$120.50`: formats an amount in cents. */
export function money(cents: number | null, currency: string | null): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency ?? "usd" });
  return format.format((cents ?? 0) / 100);
}
