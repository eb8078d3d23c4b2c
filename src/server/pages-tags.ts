/**
 * Pages are tagged with the IDs in their address, which can be any text. Tags are in a header, where most
 * characters are invalid and a comma separates two tags. Encoding doesn't change our own IDs.
 */
const named = (kind: string, id: string): string =>
  `${kind}:${encodeURIComponent(id.toWellFormed())}`;

/** Tags of cached pages. Pages are tagged and purged with the same functions. */
export const pageTags = {
  /** All lists of courses: the catalog, the home page and feeds. */
  courses: "courses",
  course: (courseId: string) => named("course", courseId),
  /** The page with the prices of the plans. */
  plans: "plans",
  /** Reviews of the app, shown as testimonials. */
  reviews: "reviews",
  teachers: "teachers",
  teacher: (profileId: string) => named("teacher", profileId),
  students: "students",
  student: (profileId: string) => named("student", profileId),
};
