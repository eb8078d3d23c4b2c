import type { ClassView } from "#lib/classes/classes.responses.ts";

/** Whether the student attended a class that has started. */
export function AttendanceBadge({ shown }: { shown: ClassView }) {
  if (shown.isCancelled || shown.attended === undefined) return null;
  if (shown.attended) return <span className="badge badge-sm badge-success">Attended</span>;
  if (shown.beforeEnrollment) {
    return <span className="badge badge-sm badge-ghost">Before you enrolled</span>;
  }
  return <span className="badge badge-sm badge-warning">Missed</span>;
}
