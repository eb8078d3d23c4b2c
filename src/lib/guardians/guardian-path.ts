/**
 * Where children add a guardian after a booking without one was refused: the profile form, open
 * at the fields of the guardian. Saving it leads back.
 * @param returnTo a local path.
 */
export function addGuardianPath(returnTo: string): string {
  const query = { tab: "settings", edit: "profile", section: "guardian", returnTo };
  return `/dashboard?${new URLSearchParams(query)}`;
}
