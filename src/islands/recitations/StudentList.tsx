import { Avatar } from "#islands/ui/Avatar.tsx";
import type { StudentWithProgress } from "#lib/recitations/recitations.responses.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/lesson-log.ts";

const t = getTexts("lessonLog");

interface StudentListProps {
  students: readonly StudentWithProgress[];
  onChoose: (studentId: string) => void;
}

/** The students of a course, each with a link to their lessons. */
export function StudentList({ students, onChoose }: StudentListProps) {
  return (
    <ul className="panel divide-y divide-base-300">
      {students.map(({ _id, name, profileImageUrl, lessons, lastDate }) => (
        <li key={_id}>
          <button
            type="button"
            className="flex w-full cursor-pointer items-center gap-3 px-5 py-3.5 text-start hover:bg-base-200"
            onClick={() => onChoose(_id)}
          >
            <Avatar name={name} image={profileImageUrl} className="size-10" />
            <span className="grid min-w-0 grow">
              <span className="font-medium break-words" dir="auto">
                {name}
              </span>
              <span className="muted tabular text-sm">{describeLessons(lessons, lastDate)}</span>
            </span>
            <span aria-hidden="true" className="text-xl leading-none">
              ›
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function describeLessons(lessons: number, lastDate: string | undefined): string {
  if (lessons === 0) return t("list.noLessons");
  return t("list.lessons", { count: lessons, date: formatCalendarDate(lastDate) });
}
