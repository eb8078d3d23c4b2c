/** The queries of the console, and the functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchSignIn, fetchTable, fetchToday } from "./staff.calls.ts";
import type { TableQuery } from "./table-query.ts";

const allKey = ["staff"] as const;

/** One page of a table. @param section its path below /api/staff, such as `/log`. */
export const staffTableOptions = <Row>(section: string, query: TableQuery) =>
  queryOptions({
    queryKey: [...allKey, "table", section, query],
    queryFn: () => fetchTable<Row>(section, query),
  });

export const staffSignInOptions = () =>
  queryOptions({ queryKey: [...allKey, "sign-in"], queryFn: fetchSignIn });

export const staffTodayOptions = () =>
  queryOptions({ queryKey: [...allKey, "today"], queryFn: fetchToday });

/** Refetches all that a page of the console shows, which can be queries of several nouns. */
export const refreshStaff = () => queryClient.invalidateQueries();
