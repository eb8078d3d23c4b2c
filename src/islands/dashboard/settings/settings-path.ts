import { safeReturnPath } from "#lib/site/routes.ts";

/** Whether the address asks for the profile's form to be open. */
export function asksToEdit(search: string): boolean {
  return new URLSearchParams(search).get("edit") === "profile";
}

/** Where to go once the profile is saved; undefined to stay. */
export function readReturnPath(search: string): string | undefined {
  return safeReturnPath(new URLSearchParams(search).get("returnTo"), "") || undefined;
}
