/** A refund by staff. */
import * as z from "zod/mini";
import { generalMessages } from "../general-messages.ts";
import { reasonInput } from "../staff/staff.ts";
import { refundAmount } from "./refund-input.ts";

export const staffRefundInput = z.object({
  /** In dollars. Without it, everything that is left is refunded, and the enrollment ends. */
  amount: z.optional(refundAmount),
  /** The refundable amount in dollars that the page showed. Another refund may have been made since. */
  seen: z.number({ error: () => generalMessages.reload }),
  /** Whether the platform pays, so that the teacher keeps the share. */
  teacherKeepsShare: z.boolean({ error: () => generalMessages.reload }),
  /** The student and the teacher read it. */
  reason: reasonInput,
  /** The same for all retries, so that the refund is made only once. */
  requestId: z.uuid({ error: () => generalMessages.reload }),
});
export type StaffRefundInput = z.output<typeof staffRefundInput>;
