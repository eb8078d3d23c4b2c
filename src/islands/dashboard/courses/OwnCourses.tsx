import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/own-courses.ts";
import { CourseListError } from "./CourseListError.tsx";
import { OwnCourseCard } from "./OwnCourseCard.tsx";
import { useOwnCourses } from "./use-own-courses.ts";

const t = getTexts("ownCourses");

interface OwnCoursesProps {
  profile: Profile;
  /** The maximum number of courses to show. Without it, all are shown. */
  most?: number;
  /** Whether to offer the alternative method if loading fails. */
  alternative?: boolean;
}

/** The person's courses as cards, with loading, error and empty states. */
export function OwnCourses({ profile, most, alternative = false }: OwnCoursesProps) {
  const courses = useOwnCourses(profile);
  if (courses.isPending) return <Loading label={t("loading")} />;
  if (courses.isError) {
    return <CourseListError profile={profile} courses={courses} alternative={alternative} />;
  }
  if (courses.data.length === 0) return <NoCourses role={profile.role} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {courses.data.slice(0, most).map((course) => (
        <OwnCourseCard
          key={course._id}
          course={course}
          role={profile.role}
          heading={most === undefined ? "h2" : "h3"}
        />
      ))}
    </div>
  );
}

function NoCourses({ role }: { role: Profile["role"] }) {
  return role === "teacher" ? (
    <EmptyState
      title={t("noneTaught")}
      action={
        <a className="btn btn-secondary" href={localizePath("/add-course")}>
          {t("createFirst")}
        </a>
      }
    >
      {t("noneTaughtText")}
    </EmptyState>
  ) : (
    <EmptyState
      title={t("noneEnrolled")}
      action={
        <a className="btn btn-secondary" href={localizePath("/courses")}>
          {t("browse")}
        </a>
      }
    >
      {t("noneEnrolledText")}
    </EmptyState>
  );
}
