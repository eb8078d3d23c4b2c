import { queryClient } from "#lib/client/query-client.ts";
import { $session } from "#lib/client/session/session.store.ts";
import { loadProfile } from "#lib/people/profile.store.ts";
import { studentsKey } from "./use-students.ts";

/** Refetches all figures that depend on enrollments. */
export function refreshFigures(): void {
  void queryClient.invalidateQueries({ queryKey: [studentsKey] });
  void queryClient.invalidateQueries({ queryKey: ["teacher-courses"] });
  const session = $session.get();
  if (session.status === "signed-in") void loadProfile(session.user.id);
}
