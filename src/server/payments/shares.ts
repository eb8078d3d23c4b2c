/**
 * How a payment is divided between the teacher and the platform after refunds and disputes. Everything
 * that shows or adds up what is left of shares computes it here, in SQL, so that all sums agree to the
 * cent. `src/lib/payments/shares.ts` divides single parts of payments in the same way.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { disputes } from "../db/tables/disputes.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";

interface Sale {
  amountCents: SQLWrapper;
  feeCents: SQLWrapper;
}

/** The platform's fee on a part of a payment. It is divided in proportion, as Stripe does. */
const feeOf = ({ amountCents, feeCents }: Sale, part: SQL): SQL =>
  sql`round(${feeCents}::numeric * ${part} / ${amountCents})`;

/** The teacher's share of a part of a payment. */
export const shareOf = (sale: Sale, part: SQL): SQL => sql`(${part} - ${feeOf(sale, part)})`;

/** What is left of the fee. */
export const feeAfter = (sale: Sale, returned: SQL): SQL =>
  sql`(${sale.feeCents} - ${feeOf(sale, returned)})`;

/** What is left of the teacher's share. */
export const shareAfter = (sale: Sale, returned: SQL): SQL =>
  sql`(${sale.amountCents} - ${returned} - ${feeAfter(sale, returned)})`;

/**
 * What was returned of a payment with the teacher's share. That is what was refunded, unless staff let
 * the teacher keep the share or the platform paid because nothing could be taken from the account, and
 * what a bank took back: what could be recovered of a share that was transferred, and all of a share
 * that the platform owes. Banks can take back a whole payment even if part of it was refunded before.
 * The platform then loses that part twice, but the teacher loses at most the share, as with a transfer,
 * which can't be reversed by more than its remaining amount.
 */
const returnedCents = sql`least(${payments.amountCents}, ${payments.refundedCents} - coalesce((
  select sum(${refunds.amountCents}) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'made'
    and (${refunds.teacherKeepsShare}
      or ${payments.destinationAccountId} is not null and ${refunds.isPlatforms})
), 0) + coalesce((
  select sum(case when ${payments.destinationAccountId} is null
    then ${disputes.amountCents} else ${disputes.takenBackCents} end)
  from ${disputes}
  where ${disputes.paymentId} = ${payments.id} and ${disputes.status} = 'lost'
), 0))`;

/** What is left of the teacher's share of a payment, in cents. */
export const shareCents = shareAfter(payments, returnedCents);

/** What is left of the platform's fee on a payment, in cents. */
export const feeCents = feeAfter(payments, returnedCents);
