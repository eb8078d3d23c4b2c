import type { ReportableSubject } from "./cases.rules.ts";

/** The page on which people report something. */
export const reportPath = "/report";

/** The link to the report page for one subject. */
export function reportHref(about: ReportableSubject, id: string): string {
  return `${reportPath}?${new URLSearchParams({ about, id })}`;
}
