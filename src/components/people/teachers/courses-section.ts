/** The section of a teacher's page with the courses. */
export const coursesSection = "courses";
