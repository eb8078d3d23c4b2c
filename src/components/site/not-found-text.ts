/** Not-found texts and links for each part of the site. */
import { findRoute } from "#lib/site/routes.ts";
import { getTexts } from "#translations/translate.ts";

export interface NotFoundText {
  title: string;
  text: string;
  links: { path: string; label: string }[];
}

const home = { path: "/", label: "Go home" };
const allCourses = { path: "/courses", label: "Browse Courses" };

const unknown: NotFoundText = {
  title: "Page not found",
  text: "There's nothing at this address. The page may have moved, or the address may be mistyped.",
  links: [home, allCourses],
};

const courseNotFound: NotFoundText = {
  title: "Course Not Found",
  text: "This course doesn't exist or is no longer offered.",
  links: [{ path: "/courses", label: "Browse All Courses" }],
};

const ofQuran = getTexts("quran");

const parts: Record<string, NotFoundText> = {
  "/courses": courseNotFound,
  "/edit-course": courseNotFound,
  "/teachers": {
    title: "Teacher not found",
    text: "This teacher doesn't exist or no longer teaches here.",
    links: [{ path: "/teachers", label: "All teachers" }],
  },
  "/students": {
    title: "Student not found",
    text: "This student doesn't exist or no longer studies here.",
    links: [{ path: "/students", label: "All students" }],
  },
  "/quran": {
    title: ofQuran("notFoundTitle"),
    text: ofQuran("notFoundText"),
    links: [{ path: "/quran", label: ofQuran("allSurahs") }],
  },
  "/dashboard": {
    title: "Page not found",
    text: "This page doesn't exist in your dashboard.",
    links: [{ path: "/dashboard", label: "Back to Dashboard" }],
  },
};

/** The not-found text for a path: that of its part of the site, or the general one. */
export function findNotFoundText(path: string): NotFoundText {
  const route = findRoute(path);
  if (!route) return unknown;
  return parts[route.path] ?? { ...unknown, text: "This page doesn't exist." };
}
