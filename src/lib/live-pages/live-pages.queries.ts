import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchLivePage } from "./live-pages.calls.ts";
import type { LivePage } from "./live-pages.responses.ts";

/** The live page and its class. The stream keeps the page up to date. */
export const livePageOptions = (classId: string) =>
  queryOptions({
    queryKey: ["live-pages", classId],
    queryFn: () => fetchLivePage(classId),
  });

/** Updates the cached class with what the page's stream reports. */
export function showClass(classId: string, facts: LivePage["class"]): void {
  queryClient.setQueryData(livePageOptions(classId).queryKey, (page) =>
    page ? { ...page, class: facts } : page,
  );
}
