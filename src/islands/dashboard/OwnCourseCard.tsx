import type { WireCourse } from "#lib/client/courses.calls.ts";
import { courseImage } from "#lib/course-image.ts";
import type { Role } from "#lib/people.options.ts";

const badges: Record<string, string> = { published: "badge-success", draft: "badge-warning" };

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface OwnCourseCardProps {
  course: WireCourse;
  role: Role;
}

/** One course on the dashboard, with what its teacher or student does next. */
export function OwnCourseCard({ course, role }: OwnCourseCardProps) {
  const title = course.title ?? "Untitled Course";
  const students = course.enrolledStudentIds?.length ?? 0;
  const status = course.status ?? "draft";
  return (
    <article className="panel flex flex-col overflow-hidden">
      <img
        src={courseImage(course)}
        alt=""
        width={640}
        height={280}
        loading="lazy"
        className="aspect-[16/7] w-full object-cover"
      />
      <div className="flex grow flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-3">
          <h3 className="text-base">{title}</h3>
          {role === "teacher" && (
            <span className={`badge badge-sm mt-1 ${badges[status] ?? "badge-neutral"}`}>
              {capitalised(status)}
            </span>
          )}
        </div>
        <p className="muted text-sm">
          {course.level ?? "Not specified"} ·{" "}
          {students === 1 ? "1 student" : `${students} students`}
        </p>
        <div className="mt-auto flex gap-2 pt-2">
          <a className="btn btn-sm btn-outline border-base-300" href={`/courses/${course._id}`}>
            View Course
          </a>
          {role === "teacher" && (
            <a className="btn btn-sm btn-ghost" href={`/edit-course/${course._id}`}>
              Edit Course
            </a>
          )}
        </div>
      </div>
    </article>
  );
}
