/** The email that is being written, whose times follow `#lib/time/letter.ts`. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Letter, provideLetter } from "#lib/time/letter.ts";

const current = new AsyncLocalStorage<Letter>();
provideLetter(() => current.getStore());

/**
 * Writes an email for a reader in a zone. Parts of one email, written in nested calls, share the
 * record of whether it has times.
 */
export function writeInZone<Result>(zone: string, write: (letter: Letter) => Result): Result {
  const outer = current.getStore();
  const letter = outer?.zone === zone ? outer : { zone, hasTimes: false };
  return current.run(letter, () => write(letter));
}
