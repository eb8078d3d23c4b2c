import { safeReturnPath } from "#lib/site/routes.ts";

/** Whether the URL asks to open the profile form. */
export function asksToEdit(search: string): boolean {
  return new URLSearchParams(search).get("edit") === "profile";
}

/** Where to go after saving the profile. Undefined to stay. */
export function readReturnPath(search: string): string | undefined {
  return safeReturnPath(new URLSearchParams(search).get("returnTo"), "") || undefined;
}
