import { readObject } from "#lib/client/readers.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import type { UserPage } from "./page-scope.ts";

/** What the navigation of the pages for users shows of the person. */
export type PagePerson = Pick<Profile, "role" | "name" | "profileImageUrl">;

/** Undefined for people without a profile. If the API didn't respond, there is no picture. */
export function findPagePerson(page: UserPage | undefined): PagePerson | undefined {
  if (!page?.actor.profile) return undefined;
  const { name, profile } = page.actor;
  const body = page.scope.data.profile;
  return (body && readObject<Profile>(body)) ?? { name, role: profile.role };
}
