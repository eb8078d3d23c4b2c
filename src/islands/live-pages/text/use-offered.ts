import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { type Translation, translations } from "#lib/quran/editions.ts";
import { pageOfVerse } from "#lib/quran/mushaf.ts";
import { quranPageOptions } from "#lib/quran/quran.queries.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";

/** The translations that the operator offers, determined from the text of the current verse. */
export function useOffered(current: string | null): readonly Translation[] {
  const page = pageOfVerse(numberOfKey(current ?? "") ?? 1);
  const text = useQuery({ ...quranPageOptions(page), enabled: current !== null }, queryClient);
  const verse = text.data?.verses[0];
  return verse
    ? translations.filter(({ language }) => language in verse.translations)
    : translations;
}
