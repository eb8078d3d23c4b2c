/** A teacher's own calls about credentials, documents and the review. */
import { getTexts } from "#translations/vetting.ts";
import { callApi } from "../client/api-client.ts";
import { requireObject } from "../client/readers.ts";
import type { OwnVetting } from "./vetting.responses.ts";
import type { DocumentKind } from "./vetting.rules.ts";
import type { CredentialsInput } from "./vetting.ts";

const t = getTexts("vetting");

export async function fetchOwnVetting(): Promise<OwnVetting> {
  return requireObject<OwnVetting>(await callApi("/vetting", { fallback: t("loadFailed") }));
}

/** Each change returns all that the page shows. */
async function change(
  path: string,
  method: "POST" | "PUT" | "DELETE",
  body?: object,
): Promise<OwnVetting> {
  const request = { method, fallback: t("failed"), ...(body && { body }) };
  return requireObject<OwnVetting>(await callApi(`/vetting${path}`, request));
}

export const saveCredentials = (input: CredentialsInput) => change("/credentials", "PUT", input);

export function uploadDocument(file: File, kind: DocumentKind): Promise<OwnVetting> {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", file);
  return change("/documents", "POST", form);
}

export const deleteDocument = (id: string) =>
  change(`/documents/${encodeURIComponent(id)}`, "DELETE");

export const submitForReview = () => change("/submission", "POST");

export const recallSubmission = () => change("/submission", "DELETE");
