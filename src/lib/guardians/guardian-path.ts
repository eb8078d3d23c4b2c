/** Where a child adds a guardian, after a booking without one was refused. */
import { ApiError } from "../client/api-error.ts";

/**
 * The profile form, open at the fields of the guardian. Saving it leads back.
 * @param returnTo a local path.
 */
export function addGuardianPath(returnTo: string): string {
  const query = { tab: "settings", edit: "profile", section: "guardian", returnTo };
  return `/dashboard?${new URLSearchParams(query)}`;
}

/** Whether a child was refused because the profile names no guardian. */
export function lacksGuardian(error: unknown): boolean {
  const fields = error instanceof ApiError ? error.errors : [];
  return fields.some(({ field }) => field.startsWith("parentGuardian"));
}
