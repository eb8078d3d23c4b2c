import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { TabHead } from "../TabHead.tsx";
import { OwnCourses } from "./OwnCourses.tsx";
import { useOwnCourses } from "./use-own-courses.ts";

/** The Courses tab: all courses, a refresh button, and a link to add or find courses. */
export function CoursesTab({ profile }: { profile: Profile }) {
  const courses = useOwnCourses(profile);
  const isTeacher = profile.role === "teacher";
  return (
    <section className="grid gap-5">
      <TabHead title={isTeacher ? "My courses" : "Enrolled courses"}>
        <Button
          look="quiet"
          busy={courses.isFetching}
          busyLabel="Refreshing..."
          onClick={() => void courses.refetch()}
        >
          <Icon name="refresh" />
          Refresh
        </Button>
        {isTeacher ? (
          <a className="btn btn-secondary" href="/add-course">
            <Icon name="plus" />
            Add Course
          </a>
        ) : (
          <a className="btn btn-secondary" href="/courses">
            <Icon name="search" />
            Browse Courses
          </a>
        )}
      </TabHead>
      <OwnCourses profile={profile} alternative />
    </section>
  );
}
