/** Reads and writes the URLs of paginated lists. */
import type * as z from "zod/mini";
import type { PageFigures } from "./paging.ts";

/**
 * Parses the query of a URL. Each invalid parameter is ignored. If a parameter is repeated, the last
 * one is read, unless the schema accepts a list.
 */
export function readQuery<T>(schema: z.ZodMiniType<T>, parameters: URLSearchParams): T {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const isValid = (value: string | string[]) => schema.safeParse({ [name]: value }).success;
    const values = parameters.getAll(name).filter(isValid);
    const [last] = values.slice(-1);
    if (values.length > 1 && isValid(values)) query[name] = values;
    else if (last !== undefined) query[name] = last;
  }
  return schema.parse(query);
}

/** Reads the requested page, or the last one if the list has fewer pages. */
export async function readPageOf<T extends PageFigures>(
  requested: string | undefined,
  read: (page: string | undefined) => Promise<T>,
): Promise<T> {
  const found = await read(requested);
  return found.pages > 0 && found.page > found.pages ? read(String(found.pages)) : found;
}

/** The path with all non-empty parameters. The first page needs no `page` parameter. */
export function toHref(
  path: string,
  parameters: Record<string, string | number | readonly string[] | undefined>,
): string {
  const given = Object.entries(parameters).filter(
    ([name, value]) => value && !(name === "page" && Number(value) === 1),
  );
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, String(each)])),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}
