import { getLocale } from "../site/locale.ts";
import { isolatedInRtl } from "./bidi.ts";

/** '6,236'. */
export function formatCount(count: number): string {
  return count.toLocaleString(getLocale());
}

/** '80%' for a fraction of 0.8, and '0.06%' for 0.000641. In right-to-left text, it is isolated. */
export function formatPercent(share: number): string {
  const precision = share < 0.01 ? { maximumSignificantDigits: 1 } : {};
  return isolatedInRtl(share.toLocaleString(getLocale(), { style: "percent", ...precision }));
}
