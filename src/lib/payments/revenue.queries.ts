/** The query for the platform's revenue. */
import { queryOptions } from "../client/query-client.ts";
import type { TableQuery } from "../staff/table-query.ts";
import { fetchRevenue } from "./revenue.calls.ts";

/** The query parameters of the page. */
export const revenueParameters = ["from", "to", "by"] as const;

export const revenueOptions = (query: TableQuery) =>
  queryOptions({ queryKey: ["payments", "revenue", query], queryFn: () => fetchRevenue(query) });
