import { queryOptions } from "../client/query-client.ts";
import { syncStudy } from "./study.calls.ts";

/** The first of the user's items, for the page that lists them. */
export const studyOptions = () =>
  queryOptions({
    queryKey: ["study"],
    queryFn: () => syncStudy({ since: 0, loading: true, changes: [] }),
  });
