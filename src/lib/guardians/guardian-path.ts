/**
 * The page where children add a guardian after a booking was refused because they have none: the
 * profile form, open at the guardian's fields. Saving it leads back.
 * @param returnTo a local path.
 */
export function addGuardianPath(returnTo: string): string {
  const query = { tab: "settings", edit: "profile", section: "guardian", returnTo };
  return `/dashboard?${new URLSearchParams(query)}`;
}
