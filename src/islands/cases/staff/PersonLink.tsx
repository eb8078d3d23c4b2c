import type { ListedCase } from "#lib/cases/cases.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";

interface PersonLinkProps {
  person: NonNullable<ListedCase["about"]>;
  /** In tables, links have a line only while they are pointed at. */
  isInTable?: boolean;
}

/** Leads to the person's page in the console. */
export function PersonLink({ person, isInTable = false }: PersonLinkProps) {
  const path = findSubjectPath("person", person.userId) ?? "/staff/people";
  return (
    <a className={isInTable ? "link link-hover" : "link"} href={localizePath(path)}>
      <bdi>{person.name}</bdi>
    </a>
  );
}
