import { localizePath } from "#lib/site/locale.ts";
import type { StaffLogEntry } from "#lib/staff/staff.responses.ts";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";
import { getTexts } from "#translations/staff.ts";

/** What an action is about, with a link to its page in the console. */
export function SubjectLink({
  entry,
}: {
  entry: Pick<StaffLogEntry, "subjectKind" | "subjectId" | "subjectName">;
}) {
  const t = getTexts("staff");
  const { subjectKind, subjectId, subjectName } = entry;
  const path = subjectKind && findSubjectPath(subjectKind, subjectId);
  const name = subjectName ? (
    <bdi>{subjectName}</bdi>
  ) : (
    <span className="break-all">{subjectId}</span>
  );
  return (
    <span className="grid gap-0.5">
      {path ? (
        <a className="link" href={localizePath(path)}>
          {name}
        </a>
      ) : (
        name
      )}
      {subjectKind && <span className="muted text-xs">{t(`subject.${subjectKind}`)}</span>}
    </span>
  );
}
