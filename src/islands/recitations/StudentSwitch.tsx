import { SelectField } from "#islands/ui/form/SelectField.tsx";
import type { StudentWithProgress } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/lesson-log.ts";

const t = getTexts("lessonLog");

interface StudentSwitchProps {
  students: readonly StudentWithProgress[];
  chosen: string;
  /** Today's date in the teacher's time zone, YYYY-MM-DD. */
  today: string;
  onChoose: (studentId: string | undefined) => void;
}

/** Switches between the students of a course, for logging lessons after a class. */
export function StudentSwitch({ students, chosen, today, onChoose }: StudentSwitchProps) {
  const place = students.findIndex(({ _id }) => _id === chosen);
  const [before, after] = [students[place - 1], students[place + 1]];
  const done = students.filter(({ lastDate }) => lastDate === today).length;
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <SelectField
          className="min-w-0 grow"
          label={t("switch.student")}
          value={chosen}
          options={students.map(({ _id, name, lastDate }) => ({
            value: _id,
            label: lastDate === today ? `${name} ✓` : name,
          }))}
          onChange={({ target }) => onChoose(target.value)}
        />
        <Step way="previous" arrow="‹" to={before} onChoose={onChoose} />
        <Step way="next" arrow="›" to={after} onChoose={onChoose} />
      </div>
      <p className="muted tabular text-xs">
        {t("switch.logged", { done, count: students.length })}
      </p>
    </div>
  );
}

interface StepProps {
  way: "previous" | "next";
  arrow: string;
  to: StudentWithProgress | undefined;
  onChoose: (studentId: string) => void;
}

function Step({ way, arrow, to, onChoose }: StepProps) {
  return (
    <button
      type="button"
      className="btn btn-outline border-base-300 btn-square text-xl"
      aria-label={
        to
          ? t(`switch.${way}`, { name: to.name })
          : t(way === "next" ? "switch.noNext" : "switch.noPrevious")
      }
      disabled={!to}
      onClick={() => to && onChoose(to._id)}
    >
      {arrow}
    </button>
  );
}
