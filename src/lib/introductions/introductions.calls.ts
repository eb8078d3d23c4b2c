import { getTexts } from "#translations/introductions.ts";
import { callApi } from "../client/api-client.ts";
import { requireObject } from "../client/readers.ts";
import type { OwnIntroduction } from "./introductions.responses.ts";

const t = getTexts("introductions");

const path = "/introductions";

export async function fetchOwnIntroduction(): Promise<OwnIntroduction> {
  return requireObject<OwnIntroduction>(await callApi(path, { fallback: t("loadFailed") }));
}

/** @param recording a file in the format of `transcode.ts`. */
export async function uploadRecording(recording: Blob): Promise<OwnIntroduction> {
  const body = new FormData();
  body.set("file", recording, "recitation.wav");
  const request = { method: "POST", body, fallback: t("saveFailed") } as const;
  return requireObject<OwnIntroduction>(await callApi(`${path}/recording`, request));
}

export async function saveVideo(url: string): Promise<OwnIntroduction> {
  const request = { method: "PUT", body: { url }, fallback: t("saveFailed") } as const;
  return requireObject<OwnIntroduction>(await callApi(`${path}/video`, request));
}

export async function deleteIntroduction(): Promise<OwnIntroduction> {
  const request = { method: "DELETE", fallback: t("deleteFailed") } as const;
  return requireObject<OwnIntroduction>(await callApi(path, request));
}
