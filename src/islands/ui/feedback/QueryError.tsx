import type { UseQueryResult } from "@tanstack/react-query";
import { messageOf } from "#lib/client/api-error.ts";
import { ErrorAlert } from "./ErrorAlert.tsx";

interface QueryErrorProps {
  query: Pick<UseQueryResult, "error" | "refetch" | "isFetching">;
  retryLabel?: string;
}

/** The message of a query that failed, with a button that runs the query again. */
export function QueryError({ query, ...shown }: QueryErrorProps) {
  return (
    <ErrorAlert
      message={messageOf(query.error)}
      retry={() => void query.refetch()}
      busy={query.isFetching}
      {...shown}
    />
  );
}
