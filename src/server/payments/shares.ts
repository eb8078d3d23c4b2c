/**
 * How a payment is divided between the teacher and the platform after refunds and disputes. Everything
 * that shows or adds up what is left of shares computes it here, in SQL, so that all sums agree to the
 * cent. What the platform loses of a share is in `src/lib/payments/lost-shares.ts`.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { disputes } from "../db/tables/disputes.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";

interface Sale {
  amountCents: SQLWrapper;
  feeCents: SQLWrapper;
}

/** What is left of the fee. It is returned in proportion, as Stripe does. */
export const feeAfter = ({ amountCents, feeCents }: Sale, returned: SQL): SQL =>
  sql`(${feeCents} - round(${feeCents} * ${returned} / ${amountCents}::numeric))`;

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
