/** What can be given back of a payment. */
import { sql } from "drizzle-orm";
import { disputes } from "./disputes.table.ts";
import { payments } from "./payments.table.ts";
import { refunds } from "./refunds.table.ts";

/** Whether a bank is deciding about the payment: nothing can be given back meanwhile. */
export const isDisputed = sql<boolean>`exists (
  select 1 from ${disputes} where ${disputes.paymentId} = ${payments.id}
    and ${disputes.status} in ('open', 'review')
)`;

/** Cents that have neither gone back nor are about to; none of a free seat. */
export const refundableCents = sql<number>`case
  when ${payments.status} = 'paid' and not ${isDisputed}
  then ${payments.amountCents} - ${payments.refundedCents} - coalesce((
    select sum(${refunds.amountCents}) from ${refunds}
    where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'requested'
  ), 0)
  else 0 end`.mapWith(Number);
