/** The queries of the console about letters. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchLetter } from "./letters.calls.ts";
import type { LetterDetail } from "./letters.responses.ts";

const letterKey = (id: string) => ["letters", id] as const;

export const letterOptions = (id: string) =>
  queryOptions({ queryKey: letterKey(id), queryFn: () => fetchLetter(id) });

export function putLetter(letter: LetterDetail): void {
  queryClient.setQueryData(letterKey(letter._id), letter);
}

/** Reads a letter again, because someone else has changed it. */
export const refreshLetter = (id: string) =>
  queryClient.invalidateQueries({ queryKey: letterKey(id) });
