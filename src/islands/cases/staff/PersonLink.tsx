import type { ListedCase } from "#lib/cases/cases.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";

/** Leads to the person's page in the console. */
export function PersonLink({ person }: { person: NonNullable<ListedCase["about"]> }) {
  const path = findSubjectPath("person", person.userId) ?? "/staff/people";
  return (
    <a className="link link-hover" href={localizePath(path)}>
      <bdi>{person.name}</bdi>
    </a>
  );
}
