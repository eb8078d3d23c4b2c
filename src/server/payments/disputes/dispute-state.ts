/** What banks decided or are deciding about a payment. */
import { sql } from "drizzle-orm";
import type { PaymentDisputeState } from "#lib/payments/staff-payments.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { payments } from "../../db/tables/payments.table.ts";

/**
 * For rows of `payments` that are joined with another table. A lost dispute counts more than an open
 * one, and an inquiry that has ended doesn't count.
 */
export const disputeState = sql<PaymentDisputeState | null>`(
  select case
    when bool_or(${disputes.status} = 'lost') then 'lost'
    when bool_or(${disputes.status} in ('open', 'review') and not ${disputes.isQuestion}) then 'open'
    when bool_or(${disputes.status} in ('open', 'review')) then 'inquiry'
    when bool_or(${disputes.status} = 'won' and not ${disputes.isQuestion}) then 'won'
  end
  from ${disputes} where ${disputes.paymentId} = ${payments.id}
)`;
