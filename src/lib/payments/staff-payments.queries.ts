/** The query for a payment as staff see it. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchStaffDisputes, fetchStaffPayment } from "./staff-payments.calls.ts";

export const staffPaymentOptions = (paymentId: string) =>
  queryOptions({
    queryKey: ["payments", "staff", paymentId],
    queryFn: () => fetchStaffPayment(paymentId),
  });

export const staffDisputesOptions = (paymentId: string) =>
  queryOptions({
    queryKey: [...staffPaymentOptions(paymentId).queryKey, "disputes"],
    queryFn: () => fetchStaffDisputes(paymentId),
  });

/** Fetches the payment and its disputes again. */
export const refreshStaffPayment = (paymentId: string) =>
  queryClient.invalidateQueries({ queryKey: staffPaymentOptions(paymentId).queryKey });
