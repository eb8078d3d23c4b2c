import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";

/** Links for enrolled students. */
export function EnrolledPanel({ courseId }: { courseId: string }) {
  const id = encodeURIComponent(courseId);
  return (
    <>
      <Alert kind="success">{enrollMessages.enrolled}</Alert>
      <a className="btn btn-secondary btn-block" href={`/dashboard/enrolled-courses/${id}`}>
        Go to course dashboard
      </a>
      <div className="grid grid-cols-2 gap-3">
        <a className="btn btn-outline border-base-300" href={`/dashboard/progress/${id}`}>
          My progress
        </a>
        <a className="btn btn-outline border-base-300" href={`/dashboard/messages/${id}`}>
          Messages
        </a>
      </div>
    </>
  );
}
