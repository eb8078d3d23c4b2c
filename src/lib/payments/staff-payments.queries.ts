/** The query for a payment as staff see it. */
import { queryOptions } from "../client/query-client.ts";
import { fetchStaffPayment } from "./staff-payments.calls.ts";

export const staffPaymentOptions = (paymentId: string) =>
  queryOptions({
    queryKey: ["payments", "staff", paymentId],
    queryFn: () => fetchStaffPayment(paymentId),
  });
