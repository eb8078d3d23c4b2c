import { createSearchQuery, maxSearchLength } from "#lib/quran/quran-search.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("quran");

/** The query parameters of a search, for the call and the page. */
export const searchQuery = createSearchQuery({
  required: () => t("searchRequired"),
  tooLong: () => t("searchTooLong", { max: maxSearchLength }),
  language: () => t("unknownLanguage"),
  page: () => t("malformedPage"),
});
