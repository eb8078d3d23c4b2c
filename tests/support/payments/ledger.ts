/** The records of the sandbox's payment provider, from GET /ledger. Amounts are in cents. */
export interface Ledger {
  accounts: { id: string; details_submitted: boolean; charges_enabled: boolean }[];
  sessions: {
    id: string;
    status: "open" | "complete" | "expired";
    payment_status: "paid" | "unpaid";
    amount_total: number;
    currency: string;
    metadata: Record<string, string>;
    url: string | null;
    success_url: string;
  }[];
  charges: {
    id: string;
    session: string;
    amount: number;
    currency: string;
    refunded: boolean;
    amount_refunded: number;
    metadata: Record<string, string>;
  }[];
  refunds: {
    id: string;
    charge: string;
    amount: number;
    reverse_transfer: boolean;
    refund_application_fee: boolean;
  }[];
  /** The platform's balance, by reporting category. */
  balance: Record<string, { count: number; amount: number; fee: number; net: number }>;
  subscriptions: {
    id: string;
    status: string;
    customer: string;
    interval: string;
    amount: number;
    cancel_at_period_end: boolean;
    metadata: Record<string, string>;
  }[];
  invoices: {
    id: string;
    subscription: string;
    status: string;
    billing_reason: string;
    amount_due: number;
    amount_paid: number;
    attempt_count: number;
  }[];
}
