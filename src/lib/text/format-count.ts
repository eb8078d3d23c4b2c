import { getLocale } from "../site/locale.ts";
import { isolatedInRtl } from "./bidi.ts";

/** '6,236'. */
export function formatCount(count: number): string {
  return count.toLocaleString(getLocale());
}

/** '80%', for a fraction of 0.8. In right-to-left text, it is isolated. */
export function formatPercent(share: number): string {
  return isolatedInRtl(share.toLocaleString(getLocale(), { style: "percent" }));
}
