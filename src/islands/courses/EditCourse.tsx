import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { useCourse } from "#islands/courses/shared/use-course.ts";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { isTaughtBy } from "#lib/courses/courses.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { EditCourseForm } from "./EditCourseForm.tsx";

function OwnCourse({ courseId, profile }: { courseId: string; profile: Profile }) {
  const course = useCourse(courseId);
  if (course.isPending) return <Loading label="Loading..." />;
  const missing = course.error instanceof ApiError && course.error.status === 404;
  if (course.isError && !missing) {
    return (
      <ErrorAlert
        message={messageOf(course.error)}
        retry={() => void course.refetch()}
        busy={course.isFetching}
      />
    );
  }
  const { data } = course;
  if (!data || !isTaughtBy(data, profile._id)) {
    return (
      <EmptyState
        title="Course Not Found"
        action={
          <a className="btn btn-secondary" href="/dashboard">
            Back to Dashboard
          </a>
        }
      />
    );
  }
  return <EditCourseForm course={data} timeZone={profile.timeZone} />;
}

export default function EditCourse({ courseId }: { courseId: string }) {
  return (
    <GuardedProfile>
      {(profile) => <OwnCourse courseId={courseId} profile={profile} />}
    </GuardedProfile>
  );
}
