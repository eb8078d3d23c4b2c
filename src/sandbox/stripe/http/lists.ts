import type * as z from "zod/mini";
import { invalidParam } from "./errors.ts";
import type { createdRange, page } from "./params.ts";

interface Listed {
  id: string;
  created?: number;
}

interface PageQuery {
  created?: z.output<typeof createdRange>;
  starting_after?: string;
  ending_before?: string;
  limit: z.output<(typeof page)["limit"]>;
}

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

/**
 * One page, newest first.
 *
 * @param oldestFirst all objects that match the query's own filters.
 */
export function listPage<T extends Listed>(
  oldestFirst: T[],
  query: PageQuery,
  url: string,
): List<T> {
  const all = oldestFirst.toReversed().filter((each) => isInRange(each.created, query.created));
  if (query.ending_before !== undefined) {
    const end = placeOf(all, query.ending_before, "ending_before");
    const start = Math.max(0, end - query.limit);
    return { object: "list", data: all.slice(start, end), has_more: start > 0, url };
  }
  const start =
    query.starting_after === undefined
      ? 0
      : placeOf(all, query.starting_after, "starting_after") + 1;
  const end = start + query.limit;
  return { object: "list", data: all.slice(start, end), has_more: end < all.length, url };
}

export function wholeList<T>(data: T[], url: string): List<T> {
  return { object: "list", data, has_more: false, url };
}

function placeOf(all: Listed[], id: string, param: string): number {
  const place = all.findIndex((each) => each.id === id);
  if (place < 0) throw invalidParam(param, `No such object: '${id}'`, "resource_missing");
  return place;
}

function isInRange(created: number | undefined, range: PageQuery["created"]): boolean {
  if (range === undefined || created === undefined) return true;
  if (typeof range === "number") return created === range;
  return (
    created > (range.gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (range.gte ?? Number.NEGATIVE_INFINITY) &&
    created < (range.lt ?? Number.POSITIVE_INFINITY) &&
    created <= (range.lte ?? Number.POSITIVE_INFINITY)
  );
}
