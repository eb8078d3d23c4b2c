/** The cache of API responses, shared by all islands of a page. */
import {
  type DataTag,
  QueryCache,
  QueryClient,
  type QueryKey,
  type infiniteQueryOptions as tanstackInfiniteQueryOptions,
  type queryOptions as tanstackQueryOptions,
} from "@tanstack/react-query";
import { findPageAge, findPageScope } from "../page-scope.ts";
import { ApiError } from "./api-error.ts";
import { $session } from "./session/session.store.ts";

/** Errors that occurred while the server prepared the page. They are shown until a retry. */
const preloadFailures = new WeakSet<Error>();

/**
 * The browser has one cache. On the server, one process renders islands for all users, so each page
 * has its own cache, and nothing is cached outside a page.
 */
class PageQueryClient extends QueryClient {
  readonly #nothing = Object.assign(new QueryCache(), { add: () => {} });

  override getQueryCache(): QueryCache {
    if (typeof window !== "undefined") return super.getQueryCache();
    return findPageScope()?.queryCache ?? this.#nothing;
  }
}

export const queryClient = new PageQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof ApiError && error.temporary && failures < 1,
      retryOnMount: ({ state }) => !(state.error && preloadFailures.has(state.error)),
    },
  },
});

// The next user of this browser must not see the previous user's data.
$session.listen((session) => {
  if (session.status === "signed-out") queryClient.clear();
});

if (typeof window !== "undefined") {
  const { answers = [], failures = [] } = findPageScope()?.data ?? {};
  // What a prefetched page shows can be minutes old. Islands show it and refetch it.
  const updatedAt = Date.now() - findPageAge();
  for (const { queryKey, data } of answers) {
    queryClient.setQueryData(queryKey, data, { updatedAt });
  }
  for (const { queryKey, message, status } of failures) {
    putFailure(queryClient, queryKey, new ApiError(message, status));
  }
}

/** The response for a query, if the page has it already. Unlike a method, it works on the server. */
export function findAnswer<Data>({
  queryKey,
}: {
  queryKey: DataTag<QueryKey, Data, Error>;
}): Data | undefined {
  return queryClient.getQueryCache().find<Data>({ queryKey })?.state.data;
}

/** Stores an error from the preparation of the page in a cache. */
export function putFailure(client: QueryClient, queryKey: QueryKey, error: Error): void {
  preloadFailures.add(error);
  const query = client.getQueryCache().build(client, { queryKey });
  query.setState({ ...query.state, status: "error", error, errorUpdatedAt: Date.now() });
}

/**
 * TanStack's functions of the same names only add types: they link the type of the data to the key
 * and return their argument. Importing them would add a file that the browser has to load.
 */
const same = (options: unknown) => options;
export const queryOptions = same as typeof tanstackQueryOptions;
export const infiniteQueryOptions = same as typeof tanstackInfiniteQueryOptions;
