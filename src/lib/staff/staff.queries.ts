/** The queries of the console, and the functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchSignIn, fetchTable } from "./staff.calls.ts";
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

/** Refetches what the console shows. */
export const refreshStaff = () => queryClient.invalidateQueries({ queryKey: allKey });
