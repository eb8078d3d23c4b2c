import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchOwnVetting } from "./vetting.calls.ts";
import type { OwnVetting } from "./vetting.responses.ts";

export const ownVettingOptions = () =>
  queryOptions({ queryKey: ["vetting", "own"], queryFn: fetchOwnVetting });

/** Shows what a change has returned. */
export function showOwnVetting(changed: OwnVetting): void {
  queryClient.setQueryData(ownVettingOptions().queryKey, changed);
}
