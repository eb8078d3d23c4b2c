import { safeReturnPath } from "#lib/site/routes.ts";

/** Whether the URL asks to open the profile form. */
export function asksToEdit(search: string): boolean {
  return new URLSearchParams(search).get("edit") === "profile";
}

/** Whether the URL asks for the guardian of a child, as in `addGuardianPath`. */
export function asksForGuardian(search: string): boolean {
  return new URLSearchParams(search).get("section") === "guardian";
}

/** Where to go after saving the profile. Undefined to stay. */
export function readReturnPath(search: string): string | undefined {
  return safeReturnPath(new URLSearchParams(search).get("returnTo"), "") || undefined;
}
