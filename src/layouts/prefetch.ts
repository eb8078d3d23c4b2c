/**
 * Makes navigation between pages for users instant. While the pointer rests on a link, a finger
 * touches it or it has the focus, the browser requests the page and keeps it in memory for this one
 * navigation. Pages contain these elements only for users who are logged in.
 */
import { createHash } from "node:crypto";
import { prefetchedPaths } from "#lib/site/route-lists.ts";

const isSafe = [
  { href_matches: prefetchedPaths },
  { not: { href_matches: "/*.csv" } },
  // These links don't open their page.
  {
    not: {
      selector_matches: "[data-in-place], [data-dialog], [download], [target=_blank], [href^='#']",
    },
  },
];

/** Speculation rules. Browsers that don't support them ignore the element. */
export const prefetchRules = JSON.stringify({
  prefetch: [
    { eagerness: "moderate", where: { and: isSafe } },
    {
      eagerness: "immediate",
      where: { and: [...isSafe, { selector_matches: ":focus-visible" }] },
    },
  ],
});

/**
 * Requests a prefetched page again if this browser has changed something since the server rendered
 * it: it could show an earlier state, or another user's content after a log-out. The page stays
 * hidden until then. The script's `data-rendered` and `changedAt` in local storage are both times
 * of the server's clock. A page older than half a minute is requested again too, because other
 * people may have changed something. That is measured with the browser's clock.
 */
const source = `
{
  const [loaded] = performance.getEntriesByType("navigation");
  let changedAt = Infinity;
  try { changedAt = localStorage.changedAt || 0; } catch {}
  const renderedAt = +document.currentScript.dataset.rendered;
  const isOld = changedAt >= renderedAt || Date.now() > renderedAt + 3e4;
  if (loaded?.deliveryType == "navigational-prefetch" && isOld) {
    document.documentElement.hidden = true;
    location.reload();
  }
}
`;

export const prefetchGuard = source.replaceAll(/\n\s*/g, "\n").trim();

const hashOf = (script: string): `sha256-${string}` =>
  `sha256-${createHash("sha256").update(script).digest("base64")}`;

/** The hashes of both elements for the content security policy. */
export const prefetchHashes = [hashOf(prefetchRules), hashOf(prefetchGuard)];
