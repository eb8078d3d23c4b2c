import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { sharePath } from "#lib/courses/share-links.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/enrollments.ts";

const t = getTexts("enrollments");

/** Teachers can't enroll. The course's own teacher gets a link to edit it. */
export function TeacherPanel({ courseId, own }: { courseId: string; own: boolean }) {
  return (
    <>
      <Alert kind="info">{t("teachers")}</Alert>
      {own && (
        <div className="grid gap-2">
          <a className="btn btn-secondary btn-block" href={localizePath(sharePath(courseId))}>
            {t("share")}
          </a>
          <a
            className="btn btn-outline btn-block border-base-300"
            href={localizePath(`/edit-course/${encodeURIComponent(courseId)}`)}
          >
            {t("edit")}
          </a>
        </div>
      )}
    </>
  );
}
