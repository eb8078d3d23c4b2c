import { Icon } from "#islands/ui/Icon.tsx";
import { courseImage } from "#lib/courses/course-image.ts";
import type { ApiCourse } from "#lib/courses/courses.calls.ts";
import type { Role } from "#lib/people/people.options.ts";
import { formatDateRange } from "#lib/time/format-time.ts";
import { StatusBadge } from "./StatusBadge.tsx";

interface OwnCourseCardProps {
  course: ApiCourse;
  role: Role;
}

/** A course card on the dashboard, with links for its teacher or student. */
export function OwnCourseCard({ course, role }: OwnCourseCardProps) {
  const title = course.title || "Untitled Course";
  const isTeacher = role === "teacher";
  const home = isTeacher ? `/courses/${course._id}` : `/dashboard/enrolled-courses/${course._id}`;
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
          <span className="badge badge-sm sand font-medium">{course.level || "Not specified"}</span>
          {isTeacher && (
            <StatusBadge status={course.hidden ? "hidden" : (course.status ?? "draft")} />
          )}
        </div>
        <h3 className="text-base leading-snug">
          <a href={home} className="card-link" dir="auto">
            {title}
          </a>
        </h3>
        {course.hidden && (
          <p className="text-sm wrap-anywhere">
            Our team has hidden this course from the public: <bdi>{course.hidden.reason}</bdi>{" "}
            Enrolled students keep access.{" "}
            <a className="link relative z-10" href="/contact">
              Contact us
            </a>{" "}
            if you have questions.
          </p>
        )}
        <dl className="muted mt-auto grid min-w-0 gap-1 text-sm">
          <Fact icon="calendar" name="Dates" text={datesOf(course)} />
          <Fact
            icon="people"
            name={isTeacher ? "Students" : "Teacher"}
            text={peopleOf(course, isTeacher)}
          />
        </dl>
        <div className="flex flex-wrap gap-2 border-t border-base-300 pt-3">
          <a
            className="btn btn-sm btn-outline relative z-10 border-base-300"
            href={`/courses/${course._id}`}
            aria-label={`View Course: ${title}`}
          >
            View Course
          </a>
          <a
            className="btn btn-sm btn-ghost relative z-10"
            href={isTeacher ? `/edit-course/${course._id}` : `/dashboard/progress/${course._id}`}
            aria-label={`${isTeacher ? "Edit Course" : "Progress"}: ${title}`}
          >
            {isTeacher ? "Edit Course" : "Progress"}
          </a>
          {isTeacher && (
            <a
              className="btn btn-sm btn-ghost relative z-10"
              href={`/dashboard/classes/${course._id}`}
              aria-label={`Classes: ${title}`}
            >
              Classes
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

function datesOf({ startDate, endDate }: ApiCourse): string {
  return startDate && endDate ? formatDateRange(startDate, endDate) : "Dates not set";
}

function peopleOf(course: ApiCourse, isTeacher: boolean): string {
  if (!isTeacher) return typeof course.teacherId === "object" ? (course.teacherId.name ?? "") : "";
  const students = course.enrolledCount ?? course.enrolledStudentIds?.length ?? 0;
  const seats = course.maxStudents === undefined ? "" : ` of ${course.maxStudents}`;
  const isOne = (course.maxStudents ?? students) === 1;
  return `${students}${seats} ${isOne ? "student" : "students"}`;
}
