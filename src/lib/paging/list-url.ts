/** Reads and writes the URLs of paginated lists. */
import type * as z from "zod/mini";
import type { PageFigures } from "./paging.ts";

/** Parses the query of a URL. Invalid parameters are ignored individually. */
export function readQuery<T>(schema: z.ZodMiniType<T>, parameters: URLSearchParams): T {
  const query: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (schema.safeParse({ [name]: value }).success) query[name] = value;
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
  parameters: Record<string, string | number | undefined>,
): string {
  const given = Object.entries(parameters).filter(
    ([name, value]) => value && !(name === "page" && Number(value) === 1),
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}
