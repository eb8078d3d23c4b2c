import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/own-courses.ts";
import { TabHead } from "../TabHead.tsx";
import { OwnCourses } from "./OwnCourses.tsx";
import { useOwnCourses } from "./use-own-courses.ts";

const t = getTexts("ownCourses");

/** The Courses tab: all courses, a refresh button, and a link to add or find courses. */
export function CoursesTab({ profile }: { profile: Profile }) {
  const courses = useOwnCourses(profile);
  const isTeacher = profile.role === "teacher";
  return (
    <section className="grid gap-5">
      <TabHead title={t(isTeacher ? "taught" : "enrolled")}>
        <Button
          look="quiet"
          busy={courses.isFetching}
          busyLabel={t("refreshing")}
          onClick={() => void courses.refetch()}
        >
          <Icon name="refresh" />
          {t("refresh")}
        </Button>
        {isTeacher ? (
          <a className="btn btn-secondary" href={localizePath("/add-course")}>
            <Icon name="plus" />
            {t("add")}
          </a>
        ) : (
          <a className="btn btn-secondary" href={localizePath("/courses")}>
            <Icon name="search" />
            {t("browse")}
          </a>
        )}
      </TabHead>
      <OwnCourses profile={profile} alternative />
    </section>
  );
}
