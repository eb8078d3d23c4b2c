/**
 * Compares translated pages with the English ones: how many of them are sent per second, in turns,
 * and how much memory the server needs with all languages and with English alone.
 */
import { addLanguagePrefix, defaultLanguage, type Language, languages } from "#lib/languages.ts";
import { logInToDemo } from "../support/signed-in-pages.ts";
import { type Load, measureInTurns, median } from "./load.ts";
import { readMemory, toMegabytes } from "./memory.ts";
import type { Row } from "./report.ts";
import { type BenchSite, startSite } from "./site.ts";
import { getAsBrowser } from "./throughput.ts";

/** Lists public English pages of a site. Course IDs differ from site to site. */
export type ListPages = (origin: string) => Promise<string[]>;

/** How many servers of each kind are started to compare their memory. */
const servers = 3;

/** A translated page has other letters, but as many texts. */
const minRatio = 0.9;

const translations = languages.filter((language) => language !== defaultLanguage);

export async function measureLanguages(site: BenchSite, listPages: ListPages): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of await listPages(site.url)) {
    for (const language of translations) rows.push(await compareLanguages(site, path, language));
  }
  const { cookies } = await logInToDemo(site.url, "student");
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const language of translations) {
    rows.push(await compareLanguages(site, "/dashboard", language, { cookie }));
  }
  return [...rows, await compareMemory(listPages)];
}

async function compareLanguages(
  site: BenchSite,
  path: string,
  language: Language,
  headers: Record<string, string> = {},
): Promise<Row> {
  const urlIn = (of: Language): string => site.url + addLanguagePrefix(path, of);
  // Pages of a session are rendered for each request.
  const connections = headers.cookie ? 4 : 50;
  const load = (of: Language): Omit<Load, "seconds"> => ({ url: urlIn(of), headers, connections });
  const countBytes = async (of: Language): Promise<number> =>
    (await getAsBrowser(urlIn(of))).body.length;
  const bytes = { english: await countBytes(defaultLanguage), own: await countBytes(language) };
  const { first, second, ratio } = await measureInTurns(load(defaultLanguage), load(language));
  const size = headers.cookie ? "" : `${bytes.own} bytes of ${bytes.english}, `;
  // A surah's translation may be longer in another script, and its bytes have to be sent.
  const goal = headers.cookie ? minRatio : minRatio * Math.min(1, bytes.english / bytes.own);
  const name = path.replaceAll(/[a-z]{3}_\w+/g, "{id}");
  return {
    what: `GET ${addLanguagePrefix(name, language)}, ${size}beside English`,
    goal: `≥ ${goal.toFixed(2)} of English`,
    measured: `${ratio.toFixed(2)} (${Math.round(second)}/s of ${Math.round(first)}/s)`,
    met: ratio >= goal,
  };
}

/** The memory of a server after all pages have been opened in its languages, one server at a time. */
async function compareMemory(listPages: ListPages): Promise<Row> {
  const found: { one: number; all: number }[] = [];
  for (let round = 0; round < servers; round += 1) {
    found.push({
      one: await readMemoryWith([defaultLanguage], listPages),
      all: await readMemoryWith(languages, listPages),
    });
  }
  const one = median(found.map((each) => each.one));
  const all = median(found.map((each) => each.all));
  return {
    what: "memory of a server after its pages have been opened in each of its languages",
    goal: "none",
    measured: `${toMegabytes(one)} with one language, ${toMegabytes(all)} with ${languages.length} (median of ${servers} servers each)`,
    met: true,
  };
}

async function readMemoryWith(offered: readonly Language[], listPages: ListPages): Promise<number> {
  const site = await startSite({ LANGUAGES: offered.join(",") });
  try {
    for (const path of await listPages(site.url)) {
      for (const language of offered) {
        const { status } = await getAsBrowser(site.url + addLanguagePrefix(path, language));
        if (status !== 200) throw new Error(`${path} was answered with ${status} in ${language}`);
      }
    }
    return await readMemory(site);
  } finally {
    await site.stop();
  }
}
