/** The query for a teacher's earnings, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchEarnings } from "./earnings.calls.ts";
import type { EarningsQuery } from "./earnings.ts";

const allKey = ["earnings"] as const;

/** One page of the transactions in a period. */
export const earningsOptions = (query: EarningsQuery) =>
  queryOptions({ queryKey: [...allKey, query], queryFn: () => fetchEarnings(query) });

/** Refetches the earnings of all periods. */
export const refreshEarnings = () => queryClient.invalidateQueries({ queryKey: allKey });
