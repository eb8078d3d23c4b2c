import { locale } from "../site/locale.ts";

/** '6,236'. */
export function formatCount(count: number): string {
  return count.toLocaleString(locale);
}
