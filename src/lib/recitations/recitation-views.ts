/** Lessons in reciting as the API returns them. */
import type { PageFigures } from "../paging/paging.ts";
import type { Passage } from "../quran/quran.ts";
import type { NextVerses } from "./next-verses.ts";
import type { QuranChart } from "./quran-chart.ts";
import type { RecitationKind } from "./recitations.ts";

/** A lesson as the API returns it. */
export interface RecitationView extends Passage {
  _id: string;
  kind: RecitationKind;
  /** As text. */
  passage: string;
  /** YYYY-MM-DD by the teacher's calendar, as it was entered. */
  date: string;
  /** When it was, ISO 8601: the class of that day, else the time of writing it down. */
  heardAt: string;
  mistakes: number;
  note?: string | undefined;
}

/** A student's lessons in a course, and what they add up to. */
export interface RecitationLog extends PageFigures {
  student: { _id: string; name: string };
  course: {
    _id: string;
    title: string;
    teacherName: string;
    /** IANA zone of the teacher. */
    timeZone: string;
  };
  /** One page of them, latest first. */
  lessons: RecitationView[];
  next: NextVerses;
  chart: QuranChart;
}

export interface StudentWithProgress {
  _id: string;
  name: string;
  profileImageUrl?: string | undefined;
  /** How many lessons are written down. */
  lessons: number;
  /** The day of the last one, YYYY-MM-DD by the teacher's calendar. */
  lastDate?: string | undefined;
}

export interface StudentsWithProgress {
  course: {
    _id: string;
    title: string;
    /** IANA zone of the teacher. */
    timeZone: string;
  };
  students: StudentWithProgress[];
}
