import { useCallback, useEffect, useState } from "react";
import { pageLocation } from "#lib/page-scope.ts";
import { toHref } from "#lib/paging/list-url.ts";
import { changeTableQuery, readTableQuery, type TableQuery } from "#lib/staff/table-query.ts";

type Change = Record<string, string | undefined>;

/** What the table shows, stored in the URL so that Back, reload and shared links work. */
export function useTableQuery(filters: readonly string[]): [TableQuery, (change: Change) => void] {
  const names = filters.join(" ");
  const read = useCallback(
    (search: string) => readTableQuery(new URLSearchParams(search), names.split(" ")),
    [names],
  );
  const [query, setQuery] = useState(() => read(pageLocation().search));
  useEffect(() => {
    const follow = () => setQuery(read(location.search));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [read]);
  const change = useCallback(
    (changes: Change) => {
      const next = changeTableQuery(read(location.search), changes);
      // Each typed letter would otherwise be an entry of the history.
      const how = "search" in changes ? "replaceState" : "pushState";
      history[how](history.state, "", toHref(location.pathname, next));
      setQuery(next);
    },
    [read],
  );
  return [query, change];
}
