/** API calls of the settings, which list the Zoom users that are linked to an account. */

import { getTexts } from "#translations/zoom-app.ts";
import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import type { ZoomLink } from "./zoom-app.responses.ts";

const t = getTexts("zoomApp");

const base = "/zoom-app/links";

export async function fetchZoomLinks(): Promise<ZoomLink[]> {
  const fallback = t("failed.links");
  return readList<ZoomLink>(await callApi(base, { fallback }), "links");
}

export async function endZoomLink(id: string): Promise<void> {
  const fallback = t("failed.unlink");
  await callApi(`${base}/${encodeURIComponent(id)}`, { method: "DELETE", fallback });
}
