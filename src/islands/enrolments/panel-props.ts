/** What the page tells the panel about the course and its price. */
export interface EnrolPanelProps {
  courseId: string;
  teacherId: string;
  /** What it costs, in short: '$20' or 'Free'. */
  price: string;
  /** Whether it costs nothing. */
  free: boolean;
  full: boolean;
  /** Whether the last day of the course is over. */
  ended: boolean;
  /** Whether it is free, or its teacher can take payments. */
  payable: boolean;
}
