/** The cache of what islands have read, shared by all islands of a page. */
import { isServer, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { $session } from "./session.store.ts";

/**
 * On the server the islands of all people are rendered by one process: what one person's page was
 * rendered from must never be found again by another's, or by the same person's next page.
 */
class ForgetfulCache extends QueryCache {
  override add(): void {}
}

export const queryClient = new QueryClient({
  ...(isServer && { queryCache: new ForgetfulCache() }),
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
