/** Dated classes as the API returns them. */
export interface ClassView {
  _id: string;
  /** Its place in the course, from 1. */
  number: number;
  /** Instants in ISO 8601, UTC. */
  startsAt: string;
  endsAt: string;
  isCancelled: boolean;
  /** Where the weekly schedule would have it. */
  movedFrom?: string | undefined;
  /** What the teacher said of the change. */
  note?: string | undefined;
  /** The video meeting in which it is held, once there is one. */
  meeting?:
    | {
        _id: string;
        status: "scheduled" | "started" | "ended";
        /** Checks enrollment, records attendance, and leads to the meeting. */
        joinUrl: string;
        /** For the teacher alone. */
        startUrl?: string | undefined;
      }
    | undefined;
  /** Whether the student attended. Only for students, and only for classes that have started. */
  attended?: boolean | undefined;
  /** Over before the student came to the course: it can't have been missed. */
  beforeEnrollment?: boolean | undefined;
  /** How many of the students were there; for the teacher alone. */
  attendance?: { present: number; students: number } | undefined;
}

export interface ClassList {
  /** IANA zone of the teacher. */
  timeZone: string;
  classes: ClassView[];
}

/** One student in the attendance of a class. */
export interface AttendanceView {
  student: { _id: string; name: string; profileImageUrl?: string | undefined };
  /** When the student opened the join link first; absent without. */
  joinedAt?: string | undefined;
  present: boolean;
  /** Whether the teacher has corrected what opening the join link recorded. */
  isCorrected: boolean;
}
