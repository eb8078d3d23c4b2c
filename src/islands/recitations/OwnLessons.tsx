import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/lesson-log.ts";
import { Lesson } from "./Lesson.tsx";
import { pendingLessonId } from "./pending-lessons.ts";

const t = getTexts("lessonLog");

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
        {t("lessons.title")}
      </h2>
      {lessons.length === 0 ? (
        <p className="panel muted px-5 py-6 text-sm">{t("lessons.none")}</p>
      ) : (
        <ul className="panel divide-y divide-base-300">
          {lessons.map((lesson) => (
            <Lesson key={lesson._id} lesson={lesson} zone={zone}>
              {lesson._id === pendingLessonId ? (
                <p className="muted text-sm" role="status">
                  {t("lessons.saving")}
                </p>
              ) : (
                <div className="-mx-3 flex">
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm"
                    aria-label={t("lessons.editLabel", { passage: lesson.passage })}
                    onClick={() => onCorrect(lesson)}
                  >
                    {t("lessons.edit")}
                  </button>
                  <DeleteButton
                    title={t("lessons.delete")}
                    className="btn btn-ghost btn-sm text-error"
                    // The lesson disappears at once. If that fails, it is shown again.
                    remove={async () => onRemove(lesson)}
                    onDone={() => {}}
                  >
                    {t("lessons.deleteText", { passage: isolatedInRtl(lesson.passage) })}
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
