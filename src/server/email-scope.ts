/**
 * The email that is being written. Like a page, it has times in its reader's zone, which it names
 * once, so `format-time.ts` leaves the offset out of them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type PageScope, providePageScope } from "#lib/page-scope.ts";

interface EmailScope {
  zone: string;
  /** Whether a time was written, so that the email has to name the zone. */
  hasTimes: boolean;
}

const current = new AsyncLocalStorage<EmailScope>();
let findPage: () => PageScope | undefined = () => undefined;

// An email that is written during a request for a page isn't part of that page.
providePageScope(() => {
  const email = current.getStore();
  return email ? toScope(email) : findPage();
});

/** Called once, by the module of pages. `find` returns the scope of the current request. */
export function provideScopeOfPage(find: () => PageScope | undefined): void {
  findPage = find;
}

/**
 * Writes an email for a reader in a zone. Parts of one email, written in nested calls, share the
 * record of whether it has times.
 */
export function writeInZone<Result>(zone: string, write: (email: EmailScope) => Result): Result {
  const outer = current.getStore();
  const email = outer?.zone === zone ? outer : { zone, hasTimes: false };
  return current.run(email, () => write(email));
}

function toScope(email: EmailScope): PageScope {
  return {
    data: {
      renderedAt: Date.now(),
      accessToken: "",
      isRefreshDue: false,
      answers: [],
      failures: [],
      // Only what writes times asks for the zone.
      get zone() {
        email.hasTimes = true;
        return email.zone;
      },
      reportedZone: null,
    },
    location: { pathname: "", search: "" },
  };
}
