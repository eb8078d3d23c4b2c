import { getTexts } from "#translations/disputes.ts";
import { callApi } from "../client/api-client.ts";
import { requireObject } from "../client/readers.ts";
import type { DisputeEvidence } from "./dispute-evidence.responses.ts";
import type { EvidenceFileKind } from "./dispute-evidence.rules.ts";

const t = getTexts("disputes");

const pathOf = (id: string): string => `/connect/disputes/${encodeURIComponent(id)}`;

export async function fetchDispute(id: string): Promise<DisputeEvidence> {
  return requireObject<DisputeEvidence>(await callApi(pathOf(id), { fallback: t("loadFailed") }));
}

export async function saveEvidence(id: string, statement: string): Promise<DisputeEvidence> {
  const request = { method: "PUT", body: { statement }, fallback: t("saveFailed") } as const;
  return requireObject<DisputeEvidence>(await callApi(pathOf(id), request));
}

export async function submitEvidence(id: string, statement: string): Promise<DisputeEvidence> {
  const request = { method: "POST", body: { statement }, fallback: t("submitFailed") } as const;
  return requireObject<DisputeEvidence>(await callApi(`${pathOf(id)}/submit`, request));
}

export async function uploadEvidenceFile(
  id: string,
  kind: EvidenceFileKind,
  file: File,
): Promise<DisputeEvidence> {
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", file);
  const request = { method: "POST", body, fallback: t("file.failed") } as const;
  return requireObject<DisputeEvidence>(await callApi(`${pathOf(id)}/files`, request));
}

export async function deleteEvidenceFile(id: string, fileId: string): Promise<DisputeEvidence> {
  const request = { method: "DELETE", fallback: t("file.deleteFailed") } as const;
  const path = `${pathOf(id)}/files/${encodeURIComponent(fileId)}`;
  return requireObject<DisputeEvidence>(await callApi(path, request));
}
