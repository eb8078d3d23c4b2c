/** Responses about the user's own account. */
import * as z from "zod/mini";

/** A browser in which the user is logged in. Times are ISO 8601 in UTC. */
export const sessionSchema = z.object({
  _id: z.string(),
  /** For people to read, such as 'Firefox on Windows'. */
  device: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether it is the session of the request. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof sessionSchema>;

export const sessionsSchema = z.array(sessionSchema);
