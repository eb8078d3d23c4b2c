/** Queries for the text of the Quran, which changes only with a release. */
import { queryOptions } from "../client/query-client.ts";
import { fetchQuranPage } from "./quran.calls.ts";

/** The verses of a page of the printed mushaf, with their words and translations. */
export const quranPageOptions = (page: number) =>
  queryOptions({
    queryKey: ["quran", "page", page],
    queryFn: () => fetchQuranPage(page),
    staleTime: Number.POSITIVE_INFINITY,
  });
