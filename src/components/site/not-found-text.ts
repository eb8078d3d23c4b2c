/** Not-found texts and links for each part of the site. */
import { findRoute } from "#lib/site/routes.ts";

export interface NotFoundText {
  title: string;
  words: string;
  links: { path: string; label: string }[];
}

const home = { path: "/", label: "Go Home" };
const allCourses = { path: "/courses", label: "Browse Courses" };

const unknown: NotFoundText = {
  title: "Page Not Found",
  words: "There is nothing at this address. It may have moved, or a letter went astray.",
  links: [home, allCourses],
};

const courseNotFound: NotFoundText = {
  title: "Course Not Found",
  words: "This course doesn't exist, or it is no longer offered.",
  links: [{ path: "/courses", label: "Browse All Courses" }],
};

const parts: Record<string, NotFoundText> = {
  "/courses": courseNotFound,
  "/edit-course": courseNotFound,
  "/teachers": {
    title: "Teacher not found",
    words: "This teacher doesn't exist, or no longer teaches here.",
    links: [{ path: "/teachers", label: "All Teachers" }],
  },
  "/students": {
    title: "Student not found",
    words: "This student doesn't exist, or no longer learns here.",
    links: [{ path: "/students", label: "All Students" }],
  },
  "/dashboard": {
    title: "Page Not Found",
    words: "Your dashboard has no such page.",
    links: [{ path: "/dashboard", label: "Back to Dashboard" }],
  },
};

/** The not-found text for a path: that of its part of the site, or the general one. */
export function findNotFoundText(path: string): NotFoundText {
  const route = findRoute(path);
  if (!route) return unknown;
  return parts[route.path] ?? { ...unknown, words: "This part of the site has no such page." };
}
