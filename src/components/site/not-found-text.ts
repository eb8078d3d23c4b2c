/** Not-found texts and links for each part of the site. */
import { findRoute } from "#lib/site/routes.ts";
import { getTexts } from "#translations/translate.ts";

export interface NotFoundText {
  title: string;
  text: string;
  links: { path: string; label: string }[];
}

const t = getTexts("site");
const ofQuran = getTexts("quran");

const findCourse = (): NotFoundText => ({
  title: t("notFound.course"),
  text: t("notFound.courseText"),
  links: [{ path: "/courses", label: t("notFound.allCourses") }],
});

const parts: Record<string, () => NotFoundText> = {
  "/courses": findCourse,
  "/edit-course": findCourse,
  "/teachers": () => ({
    title: t("notFound.teacher"),
    text: t("notFound.teacherText"),
    links: [{ path: "/teachers", label: t("notFound.allTeachers") }],
  }),
  "/students": () => ({
    title: t("notFound.student"),
    text: t("notFound.studentText"),
    links: [{ path: "/students", label: t("notFound.allStudents") }],
  }),
  "/quran": () => ({
    title: ofQuran("notFoundTitle"),
    text: ofQuran("notFoundText"),
    links: [{ path: "/quran", label: ofQuran("allSurahs") }],
  }),
  "/dashboard": () => ({
    title: t("notFound.title"),
    text: t("notFound.dashboardText"),
    links: [{ path: "/dashboard", label: t("notFound.toDashboard") }],
  }),
};

/** The not-found text for a path: that of its part of the site, or the general one. */
export function findNotFoundText(path: string): NotFoundText {
  const route = findRoute(path);
  const ofPart = route && parts[route.path];
  if (ofPart) return ofPart();
  return {
    title: t("notFound.title"),
    text: route ? t("notFound.shortText") : t("notFound.text"),
    links: [
      { path: "/", label: t("notFound.home") },
      { path: "/courses", label: t("notFound.courses") },
    ],
  };
}
