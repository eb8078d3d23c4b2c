import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";

/** How far the demo data is: no row before it begins, no `finishedAt` until all of it is there. */
export const demoSeeds = pgTable("demo_seeds", {
  /** There is one demo, so there is one id. */
  id: text().primaryKey(),
  /** The moment to which all dates of the demo are relative, also when it is resumed later. */
  startedAt: createdAt(),
  finishedAt: instant(),
});
