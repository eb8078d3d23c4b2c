/** API calls of the settings, which list the Zoom users that are linked to an account. */
import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import type { ZoomLink } from "./zoom-app.responses.ts";

const base = "/zoom-app/links";

export async function fetchZoomLinks(): Promise<ZoomLink[]> {
  const fallback = "Your linked Zoom users could not be loaded.";
  return readList<ZoomLink>(await callApi(base, { fallback }), "links");
}

export async function endZoomLink(id: string): Promise<void> {
  const fallback = "Zoom could not be unlinked. Please try again.";
  await callApi(`${base}/${encodeURIComponent(id)}`, { method: "DELETE", fallback });
}
