/** The picture of a course. */

/** How many drawings `public/course-art` holds for courses without an image. */
const drawings = 9;

interface Course {
  _id: string;
  /** The first counts. */
  imageUrl?: string | readonly string[] | undefined;
}

/** The address of the course's own first image, if it has one. */
export function findCourseImage({ imageUrl }: Pick<Course, "imageUrl">): string | undefined {
  const first = typeof imageUrl === "string" ? imageUrl : imageUrl?.[0];
  return first || undefined;
}

/** The address of the course's image, or of one of the drawings: always the same one. */
export function courseImage(course: Course): string {
  let hash = 0;
  for (const character of course._id) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  }
  return findCourseImage(course) ?? `/course-art/${hash % drawings}.svg`;
}
