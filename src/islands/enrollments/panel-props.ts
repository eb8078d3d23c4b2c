import type { SeenTerms } from "#lib/enrollments/enroll-input.ts";

/** The course's data that the page passes to the panel. */
export interface EnrollPanelProps {
  courseId: string;
  teacherId: string;
  /** The formatted price: '$20' or 'Free'. */
  price: string;
  /** The terms that the page shows. */
  seen: SeenTerms;
  /** Whether the course is free. */
  free: boolean;
  full: boolean;
  /** Whether the course has ended. */
  ended: boolean;
  /** Whether the course is free or its teacher can accept payments. */
  payable: boolean;
  /** Whether the course is free or has a class that a student who enrolls now can attend. */
  hasClasses: boolean;
}
