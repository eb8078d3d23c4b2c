import { Alert } from "#islands/ui/feedback/Alert.tsx";

/** Teachers can't enroll. The course's own teacher gets a link to edit it. */
export function TeacherPanel({ courseId, own }: { courseId: string; own: boolean }) {
  return (
    <>
      <Alert kind="info">Teachers cannot enroll in courses</Alert>
      {own && (
        <a
          className="btn btn-outline btn-block border-base-300"
          href={`/edit-course/${encodeURIComponent(courseId)}`}
        >
          Edit Course
        </a>
      )}
    </>
  );
}
