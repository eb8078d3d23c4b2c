import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchEarnings } from "#lib/earnings/earnings.calls.ts";
import { type EarningsQuery, earningsQuery } from "#lib/earnings/earnings.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { readQuery, toHref } from "#lib/paging/list-url.ts";
import { viewerZone } from "#lib/time/format-time.ts";

const read = (): EarningsQuery => readQuery(earningsQuery, new URLSearchParams(location.search));

/** Period and page stand in the URL: Back undoes them. Another period begins at its first page. */
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

/** The viewer's months and years, unless the address names another zone. */
export function withZone(query: EarningsQuery): EarningsQuery {
  return { ...query, timeZone: query.timeZone || viewerZone() };
}

/** One page of a period; the last one stays until the next has come. */
export function useEarnings(query: EarningsQuery) {
  return useQuery(
    {
      queryKey: ["earnings", query],
      queryFn: () => fetchEarnings(withZone(query)),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}
