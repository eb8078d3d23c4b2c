import { getTexts } from "#translations/quran.ts";
import { sendRequest } from "../client/http.ts";
import { requireObject } from "../client/readers.ts";
import type { QuranPage } from "./quran.responses.ts";

const t = getTexts("quran");

/** Fetches the verses of a page of the 604-page mushaf. Public. @param page from 1 to 604. */
export async function fetchQuranPage(page: number): Promise<QuranPage> {
  return requireObject(await sendRequest(`/quran/pages/${page}`, { fallback: t("textNotLoaded") }));
}
