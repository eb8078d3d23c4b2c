/**
 * What another language adds to the scripts of a page: the scripts are the same files, and the texts
 * in the HTML may be a little larger when compressed.
 */
import { brotliCompressSync, constants } from "node:zlib";
import { addLanguagePrefix, defaultLanguage, type Language, languages } from "#lib/languages.ts";
import { textsId } from "#translations/embedded-texts.ts";
import { listSignedInPages } from "../../../scripts/support/signed-in-pages.ts";
import { expect, test } from "../support/demo.ts";

/**
 * How many more compressed bytes of text a page may have than in English. A letter of Arabic or Urdu
 * takes two bytes before compression.
 */
const maxGrowth = 1_000;

interface ScriptWeight {
  scripts: string[];
  textBytes: number;
}

const compress = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;

async function weigh(origin: string, path: string, cookie?: string): Promise<ScriptWeight> {
  const answer = await fetch(origin + path, {
    redirect: "manual",
    ...(cookie && { headers: { cookie } }),
  });
  expect(answer.status, path).toBe(200);
  const html = await answer.text();
  const tags = html.matchAll(
    /<link rel="modulepreload" href="([^"]+)"|<script[^>]* src="([^"]+)"/g,
  );
  const [texts = ""] =
    new RegExp(`<script id="${textsId}" type="application/json">.*?</script>`).exec(html) ?? [];
  return {
    scripts: [...tags].map(([, preloaded, source]) => preloaded ?? source ?? ""),
    // What the texts add to the response, which is compressed as a whole.
    textBytes: texts === "" ? 0 : compress(html) - compress(html.replace(texts, "")),
  };
}

const translations = languages.filter(
  (language): language is Language => language !== defaultLanguage,
);

async function expectSmallGrowth(
  origin: string,
  paths: readonly string[],
  cookie?: string,
): Promise<void> {
  for (const path of paths) {
    const english = await weigh(origin, path, cookie);
    for (const language of translations) {
      const translated = await weigh(origin, addLanguagePrefix(path, language), cookie);
      expect.soft(translated.scripts, `scripts of ${path} in ${language}`).toEqual(english.scripts);
      expect
        .soft(translated.textBytes - english.textBytes, `texts of ${path} in ${language}`)
        .toBeLessThanOrEqual(maxGrowth);
    }
  }
}

test("public pages load no script in any language, and account pages load hardly more than in English", async ({
  site,
}) => {
  for (const path of ["/", "/teachers", "/about", "/quran/112"]) {
    for (const language of languages) {
      const { scripts, textBytes } = await weigh(site.url, addLanguagePrefix(path, language));
      expect([scripts, textBytes], `${path} in ${language}`).toEqual([[], 0]);
    }
  }
  await expectSmallGrowth(site.url, ["/login", "/signup", "/courses"]);
});

for (const role of ["student", "teacher"] as const) {
  test(`another language adds no script and hardly any bytes of text to a ${role}'s pages`, async ({
    site,
  }) => {
    const { cookies, pages } = await listSignedInPages(site.url, role);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(pages.length).toBeGreaterThan(10);
    await expectSmallGrowth(
      site.url,
      pages.map(({ path }) => path),
      `${cookie}; zone=Africa/Cairo`,
    );
  });
}
