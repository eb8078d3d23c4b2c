/** The cache of API responses, shared by all islands of a page. */
import {
  QueryClient,
  type infiniteQueryOptions as tanstackInfiniteQueryOptions,
  type queryOptions as tanstackQueryOptions,
} from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { $session } from "./session/session.store.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof ApiError && error.temporary && failures < 1,
    },
  },
});

// The next person at this screen sees nothing of the last one.
$session.listen((session) => {
  if (session.status === "signed-out") queryClient.clear();
});

// On the server one process renders the islands of all people: what one person's page was rendered
// from must never be found again by another's, so nothing is kept there.
if (typeof window === "undefined") queryClient.getQueryCache().add = () => {};

/**
 * TanStack's functions of the same names, which tie the type of the data to the key and return what they
 * get. Taken from there, each would be one more file for the browser to request.
 */
const same = (options: unknown) => options;
export const queryOptions = same as typeof tanstackQueryOptions;
export const infiniteQueryOptions = same as typeof tanstackInfiniteQueryOptions;
