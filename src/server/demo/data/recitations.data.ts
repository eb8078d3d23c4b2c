/** The lessons of demo students in their teachers' lesson logs. */
import type { VerseRef } from "#lib/quran/quran.ts";
import type { MarkedWord, MistakeType } from "#lib/recitations/marked-words.rules.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";

export interface DemoRecitations {
  course: string;
  student: string;
  lessons: DemoLesson[];
}

export interface DemoLesson {
  daysAgo: number;
  kind: RecitationKind;
  from: VerseRef;
  to: VerseRef;
  mistakes: number;
  note?: string;
  /**
   * Words at which the teacher marked a mistake in class, and the ID that the device gave the
   * lesson.
   */
  markedWords?: MarkedWord[];
  clientId?: string;
}

type End = readonly [surah: number, verse: number];

const lesson = (
  daysAgo: number,
  kind: RecitationKind,
  [surah, verse]: End,
  [toSurah, toVerse]: End,
  mistakes = 0,
  note?: string,
): DemoLesson => ({
  daysAgo,
  kind,
  from: { surah, verse },
  to: { surah: toSurah, verse: toVerse },
  mistakes,
  ...(note ? { note } : {}),
});

type Mark = readonly [verse: string, word: number, mistake: MistakeType];

const mark = (marked: DemoLesson, clientId: string, ...marks: Mark[]): DemoLesson => ({
  ...marked,
  clientId,
  markedWords: marks.map(([verse, word, mistake]) => ({ verse, word, mistake })),
});

/**
 * The verses that the last class of the live course read, from 2:70 to 2:82, and the lesson of its
 * student.
 */
export const demoClassReading = { first: 77, last: 89, lesson: "demo-lesson-2" } as const;

export const demoRecitations: readonly DemoRecitations[] = [
  {
    course: "tajweed-first-letter",
    student: "student",
    lessons: [
      lesson(90, "sabaq", [78, 1], [114, 6], 4, "Learned at school; we start from here."),
      lesson(75, "sabaq", [1, 1], [1, 7]),
      lesson(62, "sabaq", [36, 1], [36, 83], 6),
      lesson(55, "manzil", [36, 1], [36, 83], 5, "The stops on the third page need care."),
      lesson(40, "sabaq", [67, 1], [67, 14], 3),
      lesson(33, "sabaq", [67, 15], [67, 30], 2),
      lesson(26, "sabqi", [67, 1], [67, 30], 2),
      lesson(24, "sabaq", [2, 1], [2, 16], 1),
      lesson(21, "manzil", [78, 1], [85, 22], 3),
      lesson(19, "sabaq", [2, 17], [2, 29], 2, "Lovely madd. Keep the ghunnah two counts long."),
      lesson(17, "sabqi", [2, 1], [2, 29], 1),
      lesson(12, "sabaq", [2, 30], [2, 43], 4),
      lesson(10, "sabaq", [2, 44], [2, 57], 2),
      lesson(10, "sabqi", [2, 17], [2, 43], 1),
      mark(
        lesson(5, "sabaq", [2, 58], [2, 69], 3, "Read verse 61 slowly, ten times, from the page."),
        "demo-lesson-1",
        ["2:61", 4, "hesitation"],
        ["2:61", 19, "forgotten"],
        ["2:67", 8, "tajweed"],
      ),
      lesson(5, "manzil", [86, 1], [97, 5]),
      mark(
        lesson(3, "sabaq", [2, 70], [2, 82], 2),
        demoClassReading.lesson,
        ["2:74", 6, "vowel"],
        ["2:79", 3, "prompted"],
      ),
      mark(
        lesson(3, "sabqi", [2, 44], [2, 69], 2),
        "demo-lesson-3",
        ["2:61", 4, "hesitation"],
        ["2:67", 8, "tajweed"],
      ),
      lesson(3, "manzil", [98, 1], [114, 6], 1),
    ],
  },
  {
    course: "tajweed-first-letter",
    student: "daniel.moore",
    lessons: [
      lesson(12, "sabaq", [112, 1], [114, 6], 2),
      lesson(5, "sabaq", [111, 1], [111, 5], 1),
      lesson(5, "sabqi", [112, 1], [114, 6]),
    ],
  },
  {
    course: "juz-amma-by-heart",
    student: "student2",
    lessons: [
      lesson(20, "sabaq", [105, 1], [114, 6], 2, "Memorized before the course, masha'Allah."),
      lesson(17, "sabaq", [103, 1], [104, 9], 1),
      lesson(13, "sabaq", [102, 1], [102, 8]),
      lesson(13, "sabqi", [103, 1], [104, 9]),
      lesson(10, "sabaq", [101, 1], [101, 11], 2),
      lesson(10, "manzil", [108, 1], [114, 6]),
      lesson(6, "sabaq", [100, 1], [100, 11], 3, "Listen to the surah at bedtime this week."),
      lesson(6, "sabqi", [101, 1], [102, 8], 1),
      lesson(3, "sabaq", [99, 1], [99, 8], 1),
      lesson(3, "sabqi", [100, 1], [100, 11], 1),
      lesson(3, "manzil", [105, 1], [107, 7]),
    ],
  },
  {
    course: "juz-amma-by-heart",
    student: "bilal.mahmood",
    lessons: [
      lesson(13, "sabaq", [110, 1], [114, 6], 3),
      lesson(6, "sabaq", [109, 1], [109, 6], 1),
      lesson(6, "sabqi", [110, 1], [114, 6], 1),
    ],
  },
  {
    course: "murajaah-sisters",
    student: "student3",
    lessons: [
      lesson(38, "sabaq", [18, 1], [25, 77], 9, "Four juz to keep alive together."),
      lesson(31, "manzil", [18, 1], [18, 110], 4),
      lesson(24, "manzil", [19, 1], [20, 135], 5),
      lesson(10, "manzil", [21, 1], [22, 78], 3),
      lesson(
        3,
        "manzil",
        [23, 1],
        [24, 64],
        6,
        "The endings of the verses get mixed up; mark them.",
      ),
    ],
  },
];
