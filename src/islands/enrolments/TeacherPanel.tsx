import { Alert } from "#islands/ui/Alert.tsx";

/** Teachers take no seats; the course's own one comes from here to what is his to do. */
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
