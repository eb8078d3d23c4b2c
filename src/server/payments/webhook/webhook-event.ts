import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(255));

/**
 * The parts of an event that we read: which object to fetch from the provider. The object in the
 * event may be older than our records.
 */
export const stripeEvent = z.object({
  id: name,
  type: name,
  /** The connected account that the event is about. */
  account: z.optional(name),
  data: z.object({ object: z.object({ id: z.optional(name), charge: z.optional(z.unknown()) }) }),
});
export type StripeEvent = z.output<typeof stripeEvent>;
