/** Published is green, draft is amber, and anything else is dark. */
const looks: Record<string, string> = { published: "badge-success", draft: "badge-warning" };

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge badge-sm font-medium ${looks[status] ?? "badge-neutral"}`}>
      {capitalized(status)}
    </span>
  );
}
