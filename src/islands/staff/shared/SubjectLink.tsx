import { localizePath } from "#lib/site/locale.ts";
import type { StaffLogEntry } from "#lib/staff/staff.responses.ts";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";
import { getTexts } from "#translations/staff.ts";

/** What an action is about, with a link to its page in the console. */
export function SubjectLink({
  entry,
}: {
  entry: Pick<StaffLogEntry, "subjectKind" | "subjectId">;
}) {
  const t = getTexts("staff");
  const { subjectKind, subjectId } = entry;
  const path = subjectKind && findSubjectPath(subjectKind, subjectId);
  return (
    <span className="grid gap-0.5">
      {subjectKind && <span>{t(`subject.${subjectKind}`)}</span>}
      {path ? (
        <a className="link text-xs break-all" href={localizePath(path)}>
          {subjectId}
        </a>
      ) : (
        <span className="muted text-xs break-all">{subjectId}</span>
      )}
    </span>
  );
}
