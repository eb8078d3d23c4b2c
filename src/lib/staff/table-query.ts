/** What a table of the console shows: its search, sort order, page and filters, as in its URL. */
export type TableQuery = Readonly<Record<string, string>>;

/**
 * Reads the URL of a table.
 * @param filters the names of its filters.
 */
export function readTableQuery(
  parameters: URLSearchParams,
  filters: readonly string[] = [],
): TableQuery {
  const query: Record<string, string> = {};
  for (const name of ["search", "sort", "page", ...filters]) {
    const value = parameters.get(name)?.trim();
    if (value && !(name === "page" && value === "1")) query[name] = value;
  }
  return query;
}

/** The query after a change. Anything but another page starts at the first page. */
export function changeTableQuery(
  query: TableQuery,
  change: Readonly<Record<string, string | undefined>>,
): TableQuery {
  const { page: _, ...rest } = query;
  const next = Object.entries({ ...rest, ...change }).filter((entry) => Boolean(entry[1]));
  return Object.fromEntries(next) as TableQuery;
}
