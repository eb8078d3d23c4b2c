import type { WireCourse } from "#lib/client/courses.calls.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { useOwnCourses } from "./use-own-courses.ts";

interface Figure {
  label: string;
  value: string;
}

const number = (value: number | undefined): string => String(value ?? 0);

function teacherFigures(profile: Profile, courses: readonly WireCourse[]): Figure[] {
  const active = courses.filter(({ status }) => status === "published").length;
  return [
    { label: "Total Students", value: number(profile.studentsCount) },
    { label: "Active Courses", value: number(active) },
    { label: "Completed classes", value: number(profile.lessonsCompleted) },
    { label: "Average Rating", value: (profile.rating ?? 0).toFixed(1) },
  ];
}

function studentFigures(profile: Profile, courses: readonly WireCourse[]): Figure[] {
  return [
    { label: "Enrolled", value: number(courses.length) },
    { label: "Lessons Completed", value: number(profile.lessonsCompleted) },
    { label: "Quizzes Passed", value: number(profile.quizzesPassed) },
    { label: "Total Learning Hours", value: number(profile.totalHours) },
  ];
}

/** The four figures of the role. */
export function Stats({ profile }: { profile: Profile }) {
  const { data } = useOwnCourses(profile);
  const figures = profile.role === "teacher" ? teacherFigures : studentFigures;
  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {figures(profile, data ?? []).map(({ label, value }) => (
        <div key={label} className="panel flex flex-col-reverse gap-1 p-4">
          <dt className="muted text-sm">{label}</dt>
          <dd className="tabular text-2xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
