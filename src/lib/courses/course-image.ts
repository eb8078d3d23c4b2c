/** The image of a course. */

/** The number of drawings in `public/course-art` for courses without an image. */
const drawings = 9;

interface Course {
  _id: string;
  /** If there are several, the first one is used. */
  imageUrl?: string | readonly string[] | undefined;
}

/** The URL of the first image that was uploaded for the course, if there is one. */
export function findCourseImage({ imageUrl }: Pick<Course, "imageUrl">): string | undefined {
  const first = typeof imageUrl === "string" ? imageUrl : imageUrl?.[0];
  return first || undefined;
}

/** The URL of the course's image. A course without an image always gets the same drawing. */
export function courseImage(course: Course): string {
  let hash = 0;
  for (const character of course._id) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  }
  return findCourseImage(course) ?? `/course-art/${hash % drawings}.svg`;
}
