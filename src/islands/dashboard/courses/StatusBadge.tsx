import { labelStatus } from "#lib/courses/course-labels.ts";

/** Published is green, draft is amber, and anything else is dark. */
const looks: Record<string, string> = { published: "badge-success", draft: "badge-warning" };

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge badge-sm font-medium ${looks[status] ?? "badge-neutral"}`}>
      {labelStatus(status)}
    </span>
  );
}
