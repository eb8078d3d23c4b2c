import { getTexts } from "#translations/study.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { requireObject } from "../client/readers.ts";
import { freshToken } from "../client/session/session-refresh.ts";
import { generalMessages } from "../general-messages.ts";
import type { OutgoingChange } from "./overlay.ts";
import type { Synced } from "./study.responses.ts";

const t = getTexts("study");

export interface SyncRequest {
  since: number;
  loading: boolean;
  changes: OutgoingChange[];
}

/** @param owner the ID of the user whose changes these are; by default the logged-in user. */
export async function syncStudy(request: SyncRequest, owner?: string): Promise<Synced> {
  const body = await callApi("/study/sync", {
    method: "POST",
    ...(owner !== undefined && { owner }),
    body: request,
    fallback: t("notSynced"),
  });
  return requireObject<Synced>(body);
}

/** A file with all of the user's items. */
export async function fetchExport(format: "json" | "markdown" | "annotations"): Promise<Blob> {
  const token = await freshToken();
  if (!token) throw new ApiError(generalMessages.unauthenticated, 401);
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`/api/study/export?format=${format}`, { headers });
    if (response.ok) return await response.blob();
    throw new ApiError(
      t(response.status === 429 ? "exportLater" : "exportFailed"),
      response.status,
    );
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(t("exportFailed"), 0);
  }
}
