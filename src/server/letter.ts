/**
 * The email that is being written. Like a page, it has times in its reader's zone, which it names
 * once, so `format-time.ts` leaves the offset out of them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type PageScope, providePageScope } from "#lib/page-scope.ts";

interface Letter {
  zone: string;
  /** Whether a time was written, so that the email has to name the zone. */
  hasTimes: boolean;
}

const current = new AsyncLocalStorage<Letter>();
let findPage: () => PageScope | undefined = () => undefined;

// An email that is written during a request for a page isn't part of that page.
providePageScope(() => {
  const letter = current.getStore();
  return letter ? toScope(letter) : findPage();
});

/** Called once, by the module of pages. `find` returns the scope of the current request. */
export function provideScopeOfPage(find: () => PageScope | undefined): void {
  findPage = find;
}

/**
 * Writes an email for a reader in a zone. Parts of one email, written in nested calls, share the
 * record of whether it has times.
 */
export function writeInZone<Result>(zone: string, write: (letter: Letter) => Result): Result {
  const outer = current.getStore();
  const letter = outer?.zone === zone ? outer : { zone, hasTimes: false };
  return current.run(letter, () => write(letter));
}

function toScope(letter: Letter): PageScope {
  return {
    data: {
      renderedAt: Date.now(),
      accessToken: "",
      isRefreshDue: false,
      answers: [],
      failures: [],
      // Only what writes times asks for the zone.
      get zone() {
        letter.hasTimes = true;
        return letter.zone;
      },
      reportedZone: null,
    },
    location: { pathname: "", search: "" },
  };
}
