/** Measures searches in the Quran. Every request scans the texts, because no response is cached. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { arabicEdition, translations } from "#lib/quran/editions.ts";
import { searchLanguages } from "#lib/quran/quran-search.ts";
import { quranFolder } from "#server/quran/quran-files.ts";
import { listWords, type SearchFile, searchFile } from "#server/quran/search/search-files.ts";
import { measure, median, writeScript } from "./load.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const rounds = 3;
const seconds = 5;
const maxP95Ms = 50;

/** The distance between the verses whose words and phrases are searched for. */
const step = 311;

export async function measureQuranSearch(site: BenchSite): Promise<Row[]> {
  const queries = await listQueries();
  const script = await writeScript(site.folder, "quran-search", searches(site.url, queries));
  const url = site.url;
  // The first search of each language reads its file.
  await measure({ url, script, seconds: 2, connections: 1 });
  const rows: Row[] = [];
  for (const connections of [1, 4]) {
    const found: { p95Ms: number; perSecond: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const measured = await measure({ url, script, seconds, connections });
      if (measured.failures > 0) throw new Error(`${measured.failures} searches failed`);
      found.push(measured);
    }
    const p95 = median(found.map(({ p95Ms }) => p95Ms));
    const perSecond = Math.round(median(found.map((each) => each.perSecond)));
    rows.push({
      what: `GET /api/quran/search, ${queries.length} different searches, uncached, connections: ${connections}`,
      goal: connections === 1 ? `p95 < ${maxP95Ms} ms` : "none",
      measured: `p95 ${p95.toFixed(1)} ms, ${perSecond}/s`,
      met: connections > 1 || p95 < maxP95Ms,
    });
  }
  return rows;
}

/** Words and phrases of the text, its transliteration and all translations. */
async function listQueries(): Promise<string[]> {
  const queries: string[] = [];
  for (const language of searchLanguages) {
    const translation = translations.find((each) => each.language === language);
    const source = language === "ar" ? arabicEdition.id : (translation?.id ?? language);
    const file = await readFile(join(quranFolder, searchFile(source)), "utf8");
    const { texts } = JSON.parse(file) as SearchFile;
    for (let verse = 0; verse < texts.length; verse += step) {
      const words = listWords(texts[verse] ?? "").map(({ word }) => word);
      const middle = Math.floor(words.length / 2);
      queries.push(words[middle] ?? "", words.slice(middle, middle + 3).join(" "));
    }
  }
  return [...new Set(queries)].filter(Boolean);
}

/** Responses to requests with an Origin header are not cached. */
const searches = (origin: string, queries: readonly string[]) => `
local queries = { ${queries.map((query) => `"${encodeURIComponent(query)}"`).join(", ")} }
local number = 0
request = function()
  number = number + 1
  local query = queries[number % #queries + 1]
  return wrk.format("GET", "/api/quran/search?q=" .. query, { ["Origin"] = "${origin}" })
end
done = function(summary, latency)
  io.write(string.format("95%% %.3fms\\n", latency:percentile(95) / 1000))
end
`;
