/** Pagination fields in responses. */
import * as z from "zod/mini";

/** The length of the whole list, the number of this page from 1, and the number of pages. */
export const pageFigures = { total: z.int(), page: z.int(), pages: z.int() };
