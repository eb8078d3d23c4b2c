import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { earningsOptions } from "#lib/earnings/earnings.queries.ts";
import { type EarningsQuery, earningsQuery } from "#lib/earnings/earnings.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { pageLocation } from "#lib/page-scope.ts";
import { readQuery, toHref } from "#lib/paging/list-url.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";

const read = (): EarningsQuery =>
  readQuery(earningsQuery, new URLSearchParams(pageLocation().search));

/**
 * The period and page, stored in the URL so that Back undoes changes. Changing the period resets
 * the page.
 */
export function useEarningsQuery(): [EarningsQuery, (change: EarningsQuery) => void] {
  const [query, setQuery] = useState(read);
  useEffect(() => {
    const follow = () => setQuery(read());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const change = (changes: EarningsQuery) => {
    history.pushState(null, "", toHref(earningsPath, { ...query, page: undefined, ...changes }));
    setQuery(read());
  };
  return [query, change];
}

/** Uses the viewer's time zone unless the URL names another one. */
export function withZone(query: EarningsQuery): EarningsQuery {
  return { ...query, timeZone: query.timeZone || viewerZone() };
}

/** One page of transactions. The previous page stays visible until the next has loaded. */
export function useEarnings(query: EarningsQuery) {
  return useQuery(
    { ...earningsOptions(withZone(query)), placeholderData: keepPreviousData },
    queryClient,
  );
}
