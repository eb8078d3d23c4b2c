import { getTexts } from "#translations/learning.ts";
import { callApi } from "../client/api-client.ts";
import { requireText } from "../client/readers.ts";

const t = getTexts("learning");

const part = encodeURIComponent;

/** @returns the code of the certificate, which is new or was issued earlier. */
export async function claimCertificate(courseId: string): Promise<string> {
  const body = await callApi(`/learning/courses/${part(courseId)}/certificate`, {
    method: "POST",
    body: {},
    fallback: t("issue.failed"),
  });
  return requireText(body, "code");
}

export async function revokeCertificate(code: string): Promise<void> {
  await callApi(`/learning/certificates/${part(code)}/revoke`, {
    method: "POST",
    body: {},
    fallback: t("revoke.failed"),
  });
}
