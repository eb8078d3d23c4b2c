import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(255));

/**
 * The parts of an event that we read: which object to fetch from the provider. What it claims about the
 * object may be older than what we know.
 */
export const stripeEvent = z.object({
  id: name,
  type: name,
  /** The connected account of the event. */
  account: z.optional(name),
  data: z.object({ object: z.object({ id: z.optional(name), charge: z.optional(z.unknown()) }) }),
});
export type StripeEvent = z.output<typeof stripeEvent>;
