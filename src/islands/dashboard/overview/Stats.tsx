import { Icon } from "#islands/ui/Icon.tsx";
import type { ListedCourse } from "#lib/courses/own-courses.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { formatRating } from "#lib/reviews/ratings.ts";
import type { IconName } from "#lib/site/icons.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getTexts } from "#translations/dashboard.ts";
import { useOwnCourses } from "../courses/use-own-courses.ts";

const t = getTexts("dashboard");

interface Figure {
  label: string;
  value: string;
  icon: IconName;
}

type Courses = readonly ListedCourse[] | undefined;

const count = (value: number | undefined): string => formatCount(value ?? 0);

/** A figure computed from the courses. Shows a dash until they have loaded. */
const counted = (courses: Courses, fits: (course: ListedCourse) => boolean): string =>
  courses ? count(courses.filter(fits).length) : "–";

function teacherFigures(profile: Profile, courses: Courses): Figure[] {
  const isActive = ({ status }: ListedCourse) => status === "published";
  return [
    { label: t("figure.students"), value: count(profile.studentsCount), icon: "people" },
    { label: t("figure.courses"), value: counted(courses, isActive), icon: "book" },
    { label: t("figure.classes"), value: count(profile.lessonsCompleted), icon: "check" },
    { label: t("figure.rating"), value: formatRating(profile.rating ?? 0), icon: "star" },
  ];
}

function studentFigures(profile: Profile, courses: Courses): Figure[] {
  return [
    { label: t("figure.enrolled"), value: counted(courses, () => true), icon: "book" },
    { label: t("figure.lessons"), value: count(profile.lessonsCompleted), icon: "check" },
    { label: t("figure.quizzes"), value: count(profile.quizzesPassed), icon: "star" },
    { label: t("figure.hours"), value: count(profile.totalHours), icon: "clock" },
  ];
}

/** The four statistics of the role. */
export function Stats({ profile }: { profile: Profile }) {
  const { data } = useOwnCourses(profile);
  const figures = profile.role === "teacher" ? teacherFigures : studentFigures;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {figures(profile, data).map(({ label, value, icon }) => (
        <div key={label} className="panel grid grid-cols-[1fr_auto] gap-x-2 gap-y-1 p-4">
          <dt className="muted text-sm">{label}</dt>
          <Icon name={icon} className="size-5 text-accent" />
          <dd className="tabular text-3xl font-semibold tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
