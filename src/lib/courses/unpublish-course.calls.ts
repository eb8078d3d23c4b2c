/** In a separate file, because the dashboard needs no other call that changes a course. */
import { getTexts } from "#translations/courses.ts";
import { callApi } from "../client/api-client.ts";

const t = getTexts("courses");

/** Makes a published course a draft again. */
export async function unpublishCourse(id: string): Promise<void> {
  await callApi(
    `/courses/${encodeURIComponent(id)}`,
    { method: "PUT", body: { status: "draft" }, fallback: t("call.update") },
    t("call.missingSession"),
  );
}
