import type { Config } from "../config/config.ts";

/** The case's page in the staff console. */
export function caseUrl({ appUrl }: Pick<Config, "appUrl">, caseId: string): string {
  return `${appUrl}/staff/cases/${caseId}`;
}
