import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";

/** The progress of the demo data: no row before it starts, no `finishedAt` until it is complete. */
export const demoSeeds = pgTable("demo_seeds", {
  /** There is one demo, so there is one id. */
  id: text().primaryKey(),
  /** The moment to which all dates of the demo are relative, also if it is resumed later. */
  startedAt: createdAt(),
  finishedAt: instant(),
});
