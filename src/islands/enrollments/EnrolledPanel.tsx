import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/enrollments.ts";

const t = getTexts("enrollments");

/** Links for enrolled students. */
export function EnrolledPanel({ courseId }: { courseId: string }) {
  const id = encodeURIComponent(courseId);
  return (
    <>
      <Alert kind="success">{enrollMessages.enrolled}</Alert>
      <a
        className="btn btn-secondary btn-block"
        href={localizePath(`/dashboard/enrolled-courses/${id}`)}
      >
        {t("courseDashboard")}
      </a>
      <div className="grid grid-cols-2 gap-3">
        <a
          className="btn btn-outline border-base-300"
          href={localizePath(`/dashboard/progress/${id}`)}
        >
          {t("progress")}
        </a>
        <a
          className="btn btn-outline border-base-300"
          href={localizePath(`/dashboard/messages/${id}`)}
        >
          {t("messages")}
        </a>
      </div>
    </>
  );
}
