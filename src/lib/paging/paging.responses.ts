/** What responses say about a page of a list. */
import * as z from "zod/mini";

/** Fields of a list's response: its length, the number of this page from 1, and of all pages. */
export const pageFigures = { total: z.int(), page: z.int(), pages: z.int() };
