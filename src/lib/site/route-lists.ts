/**
 * Lists of pages that only the server needs. They are apart from the routes, which the scripts of
 * many pages load.
 */
import { defaultLanguage, languages } from "../languages.ts";
import { isProfileCompletion, requiresSession, routes } from "./routes.ts";

/** Canonical paths of public pages, without those of single courses and people. */
export const publicPages: readonly string[] = [
  ...routes
    .filter(({ access, indexed, sameAs }) => access === "public" && indexed && !sameAs)
    .map(({ path }) => path),
  "/students/featured",
];

/** Matches the prefix of a language, or nothing. */
const anyLanguage = `{/(${languages.filter((each) => each !== defaultLanguage).join("|")})}?`;

/**
 * Patterns of the pages that a browser may request before the user opens them. Requesting them
 * changes nothing, unlike links to join a meeting or to unsubscribe, which are public. Pages that
 * accept forms are left out, because forms need a page that is up to date.
 */
export const prefetchedPaths: readonly string[] = routes
  .filter(
    ({ access, path, posts }) =>
      requiresSession(access) && access !== "staff" && !posts && !isProfileCompletion(path),
  )
  .flatMap(({ path }) => [`${anyLanguage}${path}`, `${anyLanguage}${path}/*`]);
