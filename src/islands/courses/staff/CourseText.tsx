import type { StaffCourse } from "#lib/courses/staff-courses.responses.ts";
import { getTexts } from "#translations/staff-course.ts";

const t = getTexts("staffCourse");

/** What the teacher wrote. The Markdown isn't rendered, so that staff see where its links lead. */
export function CourseText({ course }: { course: StaffCourse }) {
  const lists = [
    [t("text.objectives"), course.objectives],
    [t("text.requirements"), course.requirements],
    [t("text.topics"), course.topics],
  ] as const;
  return (
    <section className="panel grid content-start gap-4 p-5">
      <h2 className="font-semibold">{t("section.text")}</h2>
      {course.imageUrls.map((url) => (
        <img
          key={url}
          src={url}
          alt={t("text.image")}
          width="640"
          height="360"
          loading="lazy"
          className="rounded-field aspect-video w-full max-w-md object-cover"
        />
      ))}
      {course.description === "" ? (
        <p className="muted text-sm">{t("text.none")}</p>
      ) : (
        <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-line" dir="auto">
          {course.description}
        </p>
      )}
      {lists.map(
        ([title, items]) =>
          items.length > 0 && (
            <div key={title} className="grid gap-1 text-sm">
              <h3 className="muted text-xs">{title}</h3>
              <ul className="list-disc ps-5">
                {items.map((item) => (
                  <li key={item} className="wrap-anywhere">
                    <bdi>{item}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
