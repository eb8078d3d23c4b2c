import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import { Lesson } from "./Lesson.tsx";
import { pendingLessonId } from "./pending-lessons.ts";

interface OwnLessonsProps {
  lessons: readonly RecitationView[];
  zone: string;
  onCorrect: (lesson: RecitationView) => void;
  onRemove: (lesson: RecitationView) => void;
}

/** The list of lessons for the teacher, with buttons to edit and delete. */
export function OwnLessons({ lessons, zone, onCorrect, onRemove }: OwnLessonsProps) {
  return (
    <section className="grid gap-3" aria-labelledby="lessons">
      <h2 id="lessons" className="text-lg">
        Lessons
      </h2>
      {lessons.length === 0 ? (
        <p className="panel muted px-5 py-6 text-sm">
          No lessons yet. To record earlier memorization, log it as one new lesson covering several
          surahs.
        </p>
      ) : (
        <ul className="panel divide-y divide-base-300">
          {lessons.map((lesson) => (
            <Lesson key={lesson._id} lesson={lesson} zone={zone}>
              {lesson._id === pendingLessonId ? (
                <p className="muted text-sm" role="status">
                  Saving…
                </p>
              ) : (
                <div className="-mx-3 flex">
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm"
                    aria-label={`Edit: ${lesson.passage}`}
                    onClick={() => onCorrect(lesson)}
                  >
                    Edit
                  </button>
                  <DeleteButton
                    title="Delete this lesson?"
                    className="btn btn-ghost btn-sm text-error"
                    // The lesson disappears at once. If that fails, it is shown again.
                    remove={async () => onRemove(lesson)}
                    onDone={() => {}}
                  >
                    {lesson.passage} no longer counts for this student.
                  </DeleteButton>
                </div>
              )}
            </Lesson>
          ))}
        </ul>
      )}
    </section>
  );
}
