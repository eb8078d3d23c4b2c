import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(255));

/**
 * What we read of an event: which object to ask the provider about. What else it claims about the
 * object may be older than what we know already.
 */
export const stripeEvent = z.object({
  id: name,
  type: name,
  /** The connected account whose event it is. */
  account: z.optional(name),
  data: z.object({ object: z.object({ id: z.optional(name), charge: z.optional(z.unknown()) }) }),
});
export type StripeEvent = z.output<typeof stripeEvent>;
