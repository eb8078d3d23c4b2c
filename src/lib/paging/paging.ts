/** Pagination in the inputs and outputs of API calls. */
import * as z from "zod/mini";
import { getTexts } from "#translations/inputs.ts";

const t = getTexts("inputs");
const wholeNumber = { error: () => t("wholeNumber") };

const number = (maximum: number) =>
  z.string(wholeNumber).check(
    z.regex(/^\d{1,7}$/, wholeNumber),
    z.refine((value) => Number(value) >= 1, { error: () => t("minimum", { minimum: "1" }) }),
    z.refine((value) => Number(value) <= maximum, {
      error: () => t("maximum", { maximum: String(maximum) }),
    }),
  );

/** The query parameters `page`, from 1, and `limit`. */
export function pagingQuery(maxLimit: number) {
  return { page: z.optional(number(1_000_000)), limit: z.optional(number(maxLimit)) };
}

export interface Paging {
  page: number;
  limit: number;
}

/** Converts the query parameters to a page and a limit. The default is the first page. */
export function readPaging(
  query: { page?: string | undefined; limit?: string | undefined },
  defaultLimit: number,
): Paging {
  return { page: Number(query.page ?? 1), limit: Number(query.limit ?? defaultLimit) };
}

/** The position of a page in its list. */
export interface PageFigures {
  total: number;
  page: number;
  pages: number;
}

export function pageFigures(total: number, { page, limit }: Paging): PageFigures {
  return { total, page, pages: Math.ceil(total / limit) };
}
