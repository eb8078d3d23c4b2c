/** Goals for public pages that don't depend on the machine. */
import { languageFacts, splitLanguagePrefix } from "#lib/languages.ts";
import { publicPages } from "#lib/site/route-lists.ts";
import { listSignedInPages, logInToDemo } from "../support/signed-in-pages.ts";
import type { Audited, AuditedPage } from "./audit.ts";

/** The maximum size of the scripts on pages that load any. */
const maxScriptBytes = 60_000;
/** The maximum size of a page that loads no script, without its images. */
export const maxPageBytes = 120_000;

export const maxRequests = 40;

const scriptedPages = /^\/(courses|login|signup)$/;

/** A long and a short surah, and a page of the printed mushaf. */
const quranPages = ["/quran/2", "/quran/112", "/quran/page/1"];

/** The home page in languages of either direction. */
const translatedPages = ["/ar", "/fr"];

/** The style sheet of the Quran's pages contains the font of the Quran. */
const fontBytes = 41_000;

/** Pages in Arabic and Urdu have a second style sheet, with the fonts and line heights of their script. */
const scriptSheetBytes = 500;

const isInArabicScript = (path: string): boolean =>
  languageFacts[splitLanguagePrefix(path).language].direction === "rtl";

/** The maximum number of style sheets of a public page. */
export const maxSheets = (path: string): number => (isInArabicScript(path) ? 2 : 1);

/** The maximum size of the style sheets of a public page. */
export const maxSheetBytes = (path: string): number => {
  const own = path.startsWith("/quran") ? 16_000 + fontBytes : 15_000;
  return own + (isInArabicScript(path) ? scriptSheetBytes : 0);
};

/**
 * The reader's pages have an inline script of their own in addition to that of every page. It waits
 * for the font and loads the tools on demand.
 */
export const maxInlineBytes = (path: string): number => (path.startsWith("/quran") ? 3_200 : 1_500);

/** Whether the page loads scripts before the visitor does anything. */
export const loadsScripts = (path: string): boolean => scriptedPages.test(path);

/** The public pages, some in other languages, and one page each of a course and a teacher. */
export async function listAuditedPaths(origin: string): Promise<string[]> {
  const first = async (call: string, list: "courses" | "teachers"): Promise<string> => {
    const answer = await fetch(`${origin}/api/${call}?limit=1`);
    const { data } = (await answer.json()) as { data: Record<string, { _id: string }[]> };
    const id = data[list]?.[0]?._id;
    if (!id) throw new Error(`The demo has no ${list}`);
    return `/${list}/${id}`;
  };
  const single = [await first("courses", "courses"), await first("teachers", "teachers")];
  return [...publicPages, ...translatedPages, ...single, ...quranPages, "/login", "/signup"];
}

const signedInPages =
  /^\/(dashboard|dashboard\/messages|dashboard\/enrolled-courses\/.*|add-course)$/;

/** The most important pages of a student and a teacher. */
export async function listSignedInAudits(
  origin: string,
  isChosen: (path: string) => boolean,
): Promise<AuditedPage[]> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const audits: AuditedPage[] = [];
  for (const role of ["student", "teacher"] as const) {
    const { pages } = await listSignedInPages(origin, role);
    const wanted = pages.filter(({ path }) => signedInPages.test(path) && isChosen(path));
    for (const { path } of wanted) {
      const { cookies } = await logInToDemo(origin, role);
      audits.push({ path, cookies: [...cookies, { name: "zone", value: zone }] });
    }
  }
  return audits;
}

/** Describes the goals that a page for logged-in users misses. */
export function findSignedInShortfalls({ path, scores, failed }: Audited): string[] {
  return [
    ...failed.map((id) => `${path}: fails ${id}`),
    ...["accessibility", "best-practices", "seo"]
      .filter((name) => (scores[name] ?? 100) < 100)
      .map((name) => `${path}: ${name} ${scores[name]}`),
  ];
}

/** Describes the goals that a page misses. Empty if there are none. */
export function findShortfalls({ path, scores, failed, requests, bytes }: Audited): string[] {
  const isPlain = !loadsScripts(path);
  const checks: [boolean, string][] = [
    [failed.length === 0, `fails ${failed.join(", ")}`],
    [(scores.accessibility ?? 100) === 100, `accessibility ${scores.accessibility}`],
    [scores["best-practices"] === 100, `best practices ${scores["best-practices"]}`],
    [scores.seo === 100, `SEO ${scores.seo}`],
    [bytes.scripts <= (isPlain ? 0 : maxScriptBytes), `${bytes.scripts} bytes of script`],
    [bytes.styles <= maxSheetBytes(path), `${bytes.styles} bytes of style sheets`],
    [
      !isPlain || bytes.all - bytes.images <= maxPageBytes,
      `${bytes.all - bytes.images} bytes in all`,
    ],
    [requests <= maxRequests, `${requests} requests`],
  ];
  return checks.filter(([holds]) => !holds).map(([, text]) => `${path}: ${text}`);
}
