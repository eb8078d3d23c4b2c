/** Tags of cached pages. Pages are tagged and purged with the same functions. */
export const pageTags = {
  /** All lists of courses: the catalog, the home page and feeds. */
  courses: "courses",
  course: (courseId: string) => `course:${courseId}`,
  /** The page with the prices of the plans. */
  plans: "plans",
  /** Reviews of the app, shown as testimonials. */
  reviews: "reviews",
  teachers: "teachers",
  teacher: (profileId: string) => `teacher:${profileId}`,
  students: "students",
  student: (profileId: string) => `student:${profileId}`,
};
