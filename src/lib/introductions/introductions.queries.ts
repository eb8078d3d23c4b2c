import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchOwnIntroduction } from "./introductions.calls.ts";
import type { OwnIntroduction } from "./introductions.responses.ts";

export const ownIntroductionOptions = () =>
  queryOptions({ queryKey: ["introductions", "own"], queryFn: fetchOwnIntroduction });

/** Shows what a change has returned. */
export function showOwnIntroduction(changed: OwnIntroduction): void {
  queryClient.setQueryData(ownIntroductionOptions().queryKey, changed);
}
