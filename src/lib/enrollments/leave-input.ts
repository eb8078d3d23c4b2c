/** The input for leaving a course. */
import * as z from "zod/mini";

const unreadable = "Please reload the page and try again.";

export const leaveInput = z.object({
  /** The terms that the page showed. Without them, the terms at the time of the request apply. */
  seen: z.optional(
    z.object(
      {
        /** Whether the payment is refunded. */
        refunds: z.boolean(unreadable),
      },
      unreadable,
    ),
  ),
});
export type LeaveInput = z.output<typeof leaveInput>;
