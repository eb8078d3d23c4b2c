import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchZoomLinks } from "./zoom-links.calls.ts";

/** The Zoom users that are linked to the user's own account. */
export const zoomLinksOptions = () =>
  queryOptions({ queryKey: ["zoom-app", "links"], queryFn: fetchZoomLinks });

export const refreshZoomLinks = () =>
  queryClient.invalidateQueries({ queryKey: zoomLinksOptions().queryKey });
