import { Busy } from "#islands/ui/Busy.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { EmptyState } from "#islands/ui/EmptyState.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { OwnCourseCard } from "./OwnCourseCard.tsx";
import { useOwnCourses } from "./use-own-courses.ts";

interface OwnCoursesProps {
  profile: Profile;
  /** How many at most; all without it. */
  most?: number;
}

/** The person's courses as cards, with the states of loading, trouble and none. */
export function OwnCourses({ profile, most }: OwnCoursesProps) {
  const courses = useOwnCourses(profile);
  if (courses.isPending) return <Busy label="Loading courses..." />;
  if (courses.isError) {
    return (
      <Trouble
        message={messageOf(courses.error, `Failed to fetch ${profile.role} courses`)}
        retry={() => void courses.refetch()}
        busy={courses.isFetching}
      />
    );
  }
  if (courses.data.length === 0) return <NoCourses role={profile.role} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {courses.data.slice(0, most).map((course) => (
        <OwnCourseCard key={course._id} course={course} role={profile.role} />
      ))}
    </div>
  );
}

function NoCourses({ role }: { role: Profile["role"] }) {
  return role === "teacher" ? (
    <EmptyState
      title="No courses yet"
      action={
        <a className="btn btn-secondary" href="/add-course">
          Create Your First Course
        </a>
      }
    >
      Publish a course and students can find it, enroll and meet you in class.
    </EmptyState>
  ) : (
    <EmptyState
      title="You are not enrolled in a course yet"
      action={
        <a className="btn btn-secondary" href="/courses">
          Browse Courses
        </a>
      }
    />
  );
}

/** The Courses tab: the whole grid, a refresh, and the way to another course. */
export function CoursesTab({ profile }: { profile: Profile }) {
  const courses = useOwnCourses(profile);
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Courses</h2>
        <div className="flex gap-2">
          <Button
            look="quiet"
            busy={courses.isFetching}
            busyLabel="Refreshing..."
            onClick={() => void courses.refetch()}
          >
            Refresh
          </Button>
          {profile.role === "teacher" ? (
            <a className="btn btn-secondary" href="/add-course">
              Add Course
            </a>
          ) : (
            <a className="btn btn-secondary" href="/courses">
              Browse Courses
            </a>
          )}
        </div>
      </div>
      <OwnCourses profile={profile} />
    </section>
  );
}
