/** The query for one dispute, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import type { DisputeEvidence } from "./dispute-evidence.responses.ts";
import { fetchDispute } from "./disputes.calls.ts";

export const disputeOptions = (id: string) =>
  queryOptions({ queryKey: ["payments", "dispute", id], queryFn: () => fetchDispute(id) });

/** Shows the response to a change. */
export const putDispute = (dispute: DisputeEvidence): void => {
  queryClient.setQueryData(disputeOptions(dispute._id).queryKey, dispute);
};

/** Fetches the dispute again. */
export const refreshDispute = (id: string) =>
  queryClient.invalidateQueries({ queryKey: disputeOptions(id).queryKey });
