/** The queries of the console about cases. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchCase } from "./cases.calls.ts";
import type { CaseDetail } from "./cases.responses.ts";

const caseKey = (id: string) => ["cases", id] as const;

export const caseOptions = (id: string) =>
  queryOptions({ queryKey: caseKey(id), queryFn: () => fetchCase(id) });

export function putCase(changed: CaseDetail): void {
  queryClient.setQueryData(caseKey(changed._id), changed);
}
