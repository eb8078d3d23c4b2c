import type { Context } from "../context.ts";
import type { JobDefinition } from "./jobs.ts";

/** Every kind of job, each defined in its noun's `<noun>.jobs.ts`. */
export function defineJobs(_context: Context): JobDefinition[] {
  return [];
}
