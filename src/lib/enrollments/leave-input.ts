/** The input for leaving a course. */
import * as z from "zod/mini";
import { generalMessages } from "../general-messages.ts";

const unreadable = { error: () => generalMessages.reload };

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
