import { Icon } from "#islands/ui/Icon.tsx";
import { courseImage } from "#lib/courses/course-image.ts";
import { labelLevel } from "#lib/courses/course-labels.ts";
import type { ListedCourse } from "#lib/courses/own-courses.calls.ts";
import { coursePath, sharePath } from "#lib/courses/share-links.ts";
import type { Role } from "#lib/people/people.options.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatDateRange } from "#lib/time/format-date-range.ts";
import { getTexts as getCourseTexts } from "#translations/courses.ts";
import { getTexts } from "#translations/own-courses.ts";
import { StatusBadge } from "./StatusBadge.tsx";

const t = getTexts("ownCourses");

interface OwnCourseCardProps {
  course: ListedCourse;
  role: Role;
  /** The level of the card's heading. */
  heading: "h2" | "h3";
}

/** A course card on the dashboard, with links for its teacher or student. */
export function OwnCourseCard({ course, role, heading: Heading }: OwnCourseCardProps) {
  const title = course.title || getCourseTexts("courses")("untitled");
  const isTeacher = role === "teacher";
  const room = `/dashboard/${isTeacher ? "classes" : "enrolled-courses"}/${course._id}`;
  return (
    <article className="card-panel flex flex-col">
      <img
        src={courseImage(course)}
        alt=""
        width={640}
        height={280}
        loading="lazy"
        className="aspect-[16/7] w-full bg-base-200 object-cover"
      />
      <div className="flex grow flex-col gap-3 p-4">
        <div className="flex items-center justify-between gap-2">
          <span className="badge badge-sm sand font-medium">
            {course.level ? labelLevel(course.level) : t("levelMissing")}
          </span>
          {isTeacher && (
            <StatusBadge status={course.hidden ? "hidden" : (course.status ?? "draft")} />
          )}
        </div>
        <Heading className="text-base leading-snug">
          <a href={localizePath(room)} className="card-link" dir="auto">
            {title}
          </a>
        </Heading>
        {course.hidden && (
          <p className="text-sm wrap-anywhere">
            {t.rich("hidden", {
              reason: course.hidden.reason,
              quote: (text) => <bdi key="quote">{text}</bdi>,
              link: (text) => (
                <a key="link" className="link relative z-10" href={localizePath("/contact")}>
                  {text}
                </a>
              ),
            })}
          </p>
        )}
        <dl className="muted mt-auto grid min-w-0 gap-1 text-sm">
          <Fact icon="calendar" name={t("dates")} text={datesOf(course)} />
          <Fact
            icon="people"
            name={t(isTeacher ? "students" : "teacher")}
            text={peopleOf(course, isTeacher)}
          />
        </dl>
        <div className="flex flex-wrap gap-2 border-t border-base-300 pt-3">
          <a
            className="btn btn-sm btn-outline relative z-10 border-base-300"
            href={localizePath(room)}
            aria-label={t(isTeacher ? "classesLabel" : "viewLabel", { title })}
          >
            {t(isTeacher ? "classes" : "view")}
          </a>
          <a
            className="btn btn-sm btn-ghost relative z-10"
            href={localizePath(
              isTeacher ? `/edit-course/${course._id}` : `/dashboard/progress/${course._id}`,
            )}
            aria-label={t(isTeacher ? "editLabel" : "progressLabel", { title })}
          >
            {t(isTeacher ? "edit" : "progress")}
          </a>
          {isTeacher && (
            <a
              className="btn btn-sm btn-ghost relative z-10"
              href={localizePath(coursePath(course._id))}
              aria-label={t("viewLabel", { title })}
            >
              {t("view")}
            </a>
          )}
          {isTeacher && course.status === "published" && !course.hidden && (
            <a
              className="btn btn-sm btn-ghost relative z-10"
              href={localizePath(sharePath(course._id))}
              aria-label={t("shareLabel", { title })}
            >
              {t("share")}
            </a>
          )}
        </div>
      </div>
    </article>
  );
}

function Fact({ icon, name, text }: { icon: "calendar" | "people"; name: string; text: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Icon name={icon} className="size-4" />
      <dt className="sr-only">{name}</dt>
      <dd className="truncate">{text}</dd>
    </div>
  );
}

function datesOf({ startDate, endDate }: ListedCourse): string {
  return startDate && endDate ? formatDateRange(startDate, endDate) : t("datesMissing");
}

function peopleOf(course: ListedCourse, isTeacher: boolean): string {
  if (!isTeacher) return typeof course.teacherId === "object" ? (course.teacherId.name ?? "") : "";
  const students = course.enrolledCount ?? course.enrolledStudentIds?.length ?? 0;
  if (course.maxStudents === undefined) return t("studentCount", { count: students });
  return t("seatCount", { count: students, seats: course.maxStudents });
}
