import { Hono } from "hono";
import {
  relatedWordsSchema,
  wordGrammarSchema,
  wordSchema,
} from "#lib/quran/words/words.responses.ts";
import { createRelatedQuery } from "#lib/quran/words/words.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../../accounts/sessions/authenticate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { documented } from "../../http/documented.ts";
import { ok } from "../../http/envelope.ts";
import { shareAnswer } from "../../http/shared-answer.ts";
import { validate } from "../../http/validate.ts";
import { findGrammar, findWord, listRelatedWords } from "./word-study.ts";

const tag = "quran";
const t = getTexts("words");
const notFound = {
  400: "Not in the form surah:verse:position",
  404: "Word not found",
};

/** The text changes only with a release, whose servers start with empty caches. */
const cacheSeconds = 86_400;

const relatedQuery = createRelatedQuery({
  relation: () => t("unknownRelation"),
  page: () => t("malformedPage"),
});

/**
 * Routes under /quran/words. Words are public; related words and grammar require the premium plan.
 */
export function wordRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/:word",
      documented(tag, "A word with its meaning", { data: wordSchema, refusals: notFound }),
      async (c) => {
        const word = await findWord(context, c.req.param("word"));
        shareAnswer(c, cacheSeconds, []);
        return ok(c, word);
      },
    )
    .get(
      "/:word/related",
      documented(tag, "The same word in other places, or words with its stem or root, one page", {
        bearer: true,
        data: relatedWordsSchema,
        refusals: { ...notFound, 403: "The plan doesn't include word study" },
      }),
      authenticate(context),
      validate("query", relatedQuery),
      async (c) => {
        const key = c.req.param("word");
        return ok(c, await listRelatedWords(context, c.var.actor, key, c.req.valid("query")));
      },
    )
    .get(
      "/:word/grammar",
      documented(tag, "A word's root and grammar, from the data set that the operator imported", {
        bearer: true,
        data: wordGrammarSchema,
        refusals: { ...notFound, 403: "The plan doesn't include word study" },
      }),
      authenticate(context),
      async (c) => ok(c, await findGrammar(context, c.var.actor, c.req.param("word"))),
    );
}
