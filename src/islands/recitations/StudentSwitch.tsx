import { SelectField } from "#islands/ui/form/SelectField.tsx";
import type { StudentWithProgress } from "#lib/recitations/recitations.responses.ts";

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
          label="Student"
          value={chosen}
          options={students.map(({ _id, name, lastDate }) => ({
            value: _id,
            label: lastDate === today ? `${name} ✓` : name,
          }))}
          onChange={({ target }) => onChoose(target.value)}
        />
        <Step label="Previous" arrow="‹" to={before} onChoose={onChoose} />
        <Step label="Next" arrow="›" to={after} onChoose={onChoose} />
      </div>
      <p className="muted tabular text-xs">
        Lessons logged today: {done} of {students.length}{" "}
        {students.length === 1 ? "student" : "students"}
      </p>
    </div>
  );
}

interface StepProps {
  label: string;
  arrow: string;
  to: StudentWithProgress | undefined;
  onChoose: (studentId: string) => void;
}

function Step({ label, arrow, to, onChoose }: StepProps) {
  return (
    <button
      type="button"
      className="btn btn-outline border-base-300 btn-square text-xl"
      aria-label={to ? `${label}: ${to.name}` : `No ${label.toLowerCase()} student`}
      disabled={!to}
      onClick={() => to && onChoose(to._id)}
    >
      {arrow}
    </button>
  );
}
