import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/own-courses.ts";
import { type OwnCoursesQuery, useAlternativeCourses } from "./use-own-courses.ts";

const t = getTexts("ownCourses");

interface CourseListErrorProps {
  profile: Profile;
  courses: OwnCoursesQuery;
  /** Whether to offer the alternative method. */
  alternative: boolean;
}

/** Shown if the courses can't be loaded, with buttons to retry. */
export function CourseListError({ profile, courses, alternative }: CourseListErrorProps) {
  const other = useAlternativeCourses(profile);
  const error = other.error ?? courses.error;
  return (
    <Alert>
      <div className="grid gap-3">
        <p>{messageOf(error)}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            look="quiet"
            className="btn-sm"
            busy={courses.isFetching}
            onClick={() => {
              other.reset();
              void courses.refetch();
            }}
          >
            {t("tryAgain")}
          </Button>
          {alternative && (
            <Button
              look="quiet"
              className="btn-sm"
              busy={other.isPending}
              onClick={() => other.mutate()}
            >
              {t("tryAlternative")}
            </Button>
          )}
        </div>
      </div>
    </Alert>
  );
}
