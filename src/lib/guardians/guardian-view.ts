/** The conversations of a child that a guardian can read with the link from an email. */
import * as z from "zod/mini";

export const guardianInput = z.object({ token: z.string().check(z.maxLength(200)) });

export const guardianMessagesInput = z.object({
  token: z.string().check(z.maxLength(200)),
  threadId: z.string().check(z.maxLength(64)),
  before: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
});
