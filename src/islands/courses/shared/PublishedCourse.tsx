import { useStore } from "@nanostores/react";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { ListedCourse } from "#lib/courses/own-courses.calls.ts";
import { refreshTeacherCourses } from "#lib/courses/own-courses.queries.ts";
import { $publishedCourse } from "#lib/courses/published-course.store.ts";
import { coursePath, sharePath } from "#lib/courses/share-links.ts";
import { unpublishCourse } from "#lib/courses/unpublish-course.calls.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/sharing.ts";
import { CloseButton } from "../../ui/CloseButton.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import ShareCourse from "./ShareCourse.tsx";

const t = getTexts("sharing");

interface PublishedCourseProps {
  /** The teacher's courses, once they are loaded. */
  courses: readonly ListedCourse[] | undefined;
  teacher: string;
}

/**
 * Confirms that a course was published, after its form has led to the dashboard, and offers ways to
 * share it.
 */
export function PublishedCourse({ courses, teacher }: PublishedCourseProps) {
  const courseId = useStore($publishedCourse);
  const unpublishing = useMutation(
    {
      mutationFn: unpublishCourse,
      onSuccess: async () => {
        await refreshTeacherCourses();
        $publishedCourse.set(undefined);
      },
    },
    queryClient,
  );
  const course = courses?.find(({ _id }) => _id === courseId);
  if (course?.status !== "published" || course.hidden) return null;
  const { _id, title = "" } = course;
  const path = localizePath(coursePath(_id));
  return (
    <section
      aria-labelledby="published-course"
      className="relative grid min-w-0 gap-6 rounded-box border border-success/40 bg-base-100 p-5 sm:p-6"
    >
      <div className="grid gap-1 pe-10">
        <div role="status" className="grid gap-1">
          <h2 id="published-course" className="text-heading text-success">
            {t("live")}
          </h2>
          <p className="max-w-prose">{t("liveText", { title: isolatedInRtl(title) })}</p>
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <a className="link link-secondary" href={path}>
            {t("view")}
          </a>
          <button
            type="button"
            className="link"
            // Disabled while saving, the button would lose the focus if that fails.
            aria-disabled={unpublishing.isPending || undefined}
            onClick={() => {
              if (!unpublishing.isPending) unpublishing.mutate(_id);
            }}
          >
            {t("unpublish")}
          </button>
        </p>
        {unpublishing.isError && <Alert>{messageOf(unpublishing.error)}</Alert>}
      </div>
      <ShareCourse
        course={{ _id, title }}
        teacher={teacher}
        url={new URL(path, location.origin).href}
        printPath={sharePath(_id)}
      />
      <CloseButton onClick={() => $publishedCourse.set(undefined)} />
    </section>
  );
}
