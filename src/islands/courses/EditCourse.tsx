import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { useCourse } from "#islands/courses/shared/use-course.ts";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { isTaughtBy } from "#lib/courses/courses.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { noLimits, type VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";
import { EditCourseForm } from "./EditCourseForm.tsx";

const t = getTexts("courseForm");

interface EditCourseProps {
  courseId: string;
  /** The languages with their names from the server. */
  languages?: readonly Option[];
  /** What the teacher can't do without a verification. The server enforces it. */
  limits?: VettingLimits;
  /** The platform's fee for this teacher, in percent. */
  feePercent?: number | undefined;
}

function OwnCourse({
  courseId,
  profile,
  languages = [],
  limits = noLimits,
  feePercent,
}: EditCourseProps & { profile: Profile }) {
  const course = useCourse(courseId);
  if (course.isPending) return <Loading label={t("edit.loading")} />;
  const missing = course.error instanceof ApiError && course.error.status === 404;
  if (course.isError && !missing) {
    return <QueryError query={course} />;
  }
  const { data } = course;
  if (!data || !isTaughtBy(data, profile._id)) {
    return (
      <EmptyState
        title={t("edit.missing")}
        action={
          <a className="btn btn-secondary" href={localizePath("/dashboard")}>
            {t("edit.toDashboard")}
          </a>
        }
      />
    );
  }
  return (
    <EditCourseForm
      course={data}
      timeZone={profile.timeZone}
      languages={languages}
      limits={limits}
      feePercent={feePercent}
    />
  );
}

export default function EditCourse(props: EditCourseProps) {
  return <GuardedProfile>{(profile) => <OwnCourse {...props} profile={profile} />}</GuardedProfile>;
}
