/** The course's data that the page passes to the panel. */
export interface EnrollPanelProps {
  courseId: string;
  teacherId: string;
  /** The formatted price: '$20' or 'Free'. */
  price: string;
  /** Whether the course is free. */
  free: boolean;
  full: boolean;
  /** Whether the course has ended. */
  ended: boolean;
  /** Whether the course is free or its teacher can accept payments. */
  payable: boolean;
}
