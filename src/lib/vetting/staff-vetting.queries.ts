import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchVetting } from "./staff-vetting.calls.ts";
import type { VettingDetail } from "./vetting.responses.ts";

export const vettingOptions = (teacherId: string) =>
  queryOptions({
    queryKey: ["vetting", "staff", teacherId],
    queryFn: () => fetchVetting(teacherId),
  });

/** Shows what a change has returned. */
export function showVetting(changed: VettingDetail): void {
  queryClient.setQueryData(vettingOptions(changed._id).queryKey, changed);
}
