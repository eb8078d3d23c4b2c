import { Hono } from "hono";
import {
  quranPageSchema,
  quranSearchSchema,
  surahSchema,
  verseSchema,
} from "#lib/quran/quran.responses.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { validate } from "../http/validate.ts";
import { requireFoundPlace } from "./missing-place.ts";
import { requireResultPage, searchQuran } from "./search/search.ts";
import { searchQuery } from "./search/search-query.ts";
import { findPageText, findSurahText, findVerse } from "./verses.ts";

const tag = "quran";

/** The text changes only with a release, whose servers start with empty caches. */
const cacheSeconds = 86_400;

/** Routes under /quran. All are public. */
export function quranRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/verses/:verse",
      documented(tag, "A verse with its words and translations", {
        data: verseSchema,
        refusals: { 400: "Not in the form surah:verse", 404: "Verse not found" },
      }),
      async (c) => {
        const verse = await findVerse(context, c.req.param("verse"));
        shareAnswer(c, cacheSeconds, []);
        return ok(c, verse);
      },
    )
    .get(
      "/surahs/:number",
      documented(tag, "The verses of a surah, in Arabic", {
        data: surahSchema,
        refusals: { 400: "Not a number", 404: "Surah not found" },
      }),
      async (c) => {
        const surah = await findSurahText(context, c.req.param("number"));
        shareAnswer(c, cacheSeconds, []);
        return ok(c, surah);
      },
    )
    .get(
      "/pages/:number",
      documented(
        tag,
        "The verses of a page of the printed mushaf, with their words and translations",
        {
          data: quranPageSchema,
          refusals: { 400: "Not a number", 404: "Page not found" },
        },
      ),
      async (c) => {
        const page = await findPageText(context, c.req.param("number"));
        shareAnswer(c, cacheSeconds, []);
        return ok(c, page);
      },
    )
    .get(
      "/search",
      documented(tag, "Verses that contain the words of a search, one page", {
        data: quranSearchSchema,
        refusals: {
          400: "An invalid search",
          404: "A page after the last, or a place that doesn't exist",
        },
      }),
      validate("query", searchQuery),
      async (c) => {
        const query = c.req.valid("query");
        const found = requireResultPage(await searchQuran(context, query));
        requireFoundPlace(query.q, found);
        shareAnswer(c, cacheSeconds, []);
        return ok(c, found);
      },
    );
}
