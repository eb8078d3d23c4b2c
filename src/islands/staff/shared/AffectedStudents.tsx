import type { AffectedStudents as Affected } from "#lib/suspensions/affected-students.ts";
import { getTexts } from "#translations/staff.ts";

/** Shows staff whom a teacher's suspension affects, before they choose what happens to the courses. */
export function AffectedStudents({ affected: { students, classes } }: { affected: Affected }) {
  const t = getTexts("staff");
  return (
    <div className="grid gap-1 text-sm">
      <ul className="flex flex-wrap gap-x-4 font-medium">
        <li>{t("affected.students", { count: students })}</li>
        <li>{t("affected.classes", { count: classes })}</li>
      </ul>
      {students > 0 && <p className="muted">{t("affected.notified")}</p>}
    </div>
  );
}
