import { queryOptions } from "../client/query-client.ts";
import { fetchLivePage } from "./live-pages.calls.ts";

/** What a class follows, and the class itself. The stream keeps the former up to date. */
export const livePageOptions = (classId: string) =>
  queryOptions({
    queryKey: ["live-pages", classId],
    queryFn: () => fetchLivePage(classId),
  });
