/** The cache of API responses, shared by all islands of a page. */
import { QueryClient } from "@tanstack/react-query";
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
