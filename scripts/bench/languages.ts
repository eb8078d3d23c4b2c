/**
 * Compares translated pages with the English ones: how many of them are sent per second, in turns,
 * and how much memory the server needs with all languages and with English alone.
 */
import { addLanguagePrefix, defaultLanguage, type Language, languages } from "#lib/languages.ts";
import { logInToDemo } from "../support/signed-in-pages.ts";
import { type Load, measure, median } from "./load.ts";
import { readMemory, toMegabytes } from "./memory.ts";
import type { Row } from "./report.ts";
import { type BenchSite, startSite } from "./site.ts";
import { getAsBrowser } from "./throughput.ts";

/** Lists public English pages of a site. The IDs of courses are different in each site. */
export type ListPages = (origin: string) => Promise<string[]>;

const rounds = 3;
const seconds = 3;

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
  const load = (of: Language): Load => ({
    url: site.url + addLanguagePrefix(path, of),
    seconds,
    headers,
    // Pages of a session are rendered for each request.
    connections: headers.cookie ? 4 : 50,
  });
  const pairs: { english: number; translated: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const english = await measure(load(defaultLanguage));
    const translated = await measure(load(language));
    const failures = english.failures + translated.failures;
    if (failures > 0) throw new Error(`${path} failed ${failures} times in ${language}`);
    pairs.push({ english: english.perSecond, translated: translated.perSecond });
  }
  const ratio = median(pairs.map(({ english, translated }) => translated / english));
  const perSecond = (values: number[]) => `${Math.round(median(values))}/s`;
  const size = headers.cookie
    ? ""
    : `${(await getAsBrowser(load(language).url)).body.length} bytes, `;
  const name = path.replaceAll(/[a-z]{3}_\w+/g, "{id}");
  return {
    what: `GET ${addLanguagePrefix(name, language)}, ${size}beside English`,
    goal: `≥ ${minRatio} of English`,
    measured: `${ratio.toFixed(2)} (${perSecond(pairs.map(({ translated }) => translated))} of ${perSecond(pairs.map(({ english }) => english))})`,
    met: ratio >= minRatio,
  };
}

/** The memory of a server after all pages have been opened in its languages, one server at a time. */
async function compareMemory(listPages: ListPages): Promise<Row> {
  const found: { one: number; all: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
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
    measured: `${toMegabytes(one)} with one language, ${toMegabytes(all)} with ${languages.length} (median of ${rounds} servers each)`,
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
