/** Names under which cached pages are dropped; pages are tagged with the same functions. */
export const pageTags = {
  /** Every list of courses: the catalog, the home page, feeds. */
  courses: "courses",
  course: (courseId: string) => `course:${courseId}`,
  /** Reviews of the app, shown as testimonials. */
  reviews: "reviews",
  teachers: "teachers",
  teacher: (profileId: string) => `teacher:${profileId}`,
  students: "students",
  student: (profileId: string) => `student:${profileId}`,
};
