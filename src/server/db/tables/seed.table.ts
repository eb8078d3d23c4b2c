import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";

/**
 * The progress of creating the demo data: no row before it starts, and no `finishedAt` until it is
 * complete.
 */
export const demoSeeds = pgTable("demo_seeds", {
  /** There is only one set of demo data, so there is only one ID. */
  id: text().primaryKey(),
  /**
   * The instant to which all dates in the demo data are relative, even if creation is resumed
   * later.
   */
  startedAt: createdAt(),
  finishedAt: instant(),
});
