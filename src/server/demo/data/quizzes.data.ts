/**
 * Quizzes of the demo courses. In each list, the first `right` answers are correct (by default
 * one).
 */
import type { QuizInput } from "#lib/quizzes/quizzes.ts";

export interface DemoQuiz extends QuizInput {
  /** The key of the course. */
  course: string;
}

/** Creates a question whose first `right` answers are correct. */
function ask(
  text: string,
  answers: string[],
  { right = 1, explanation }: { right?: number; explanation?: string } = {},
): QuizInput["questions"][number] {
  const options = answers.map((answer, index) => ({ text: answer, right: index < right }));
  // Rotates the options deterministically, so that the correct answer isn't always the first.
  const turn = (text.length + right) % options.length;
  return {
    kind: right > 1 ? "multiple" : "single",
    text,
    options: [...options.slice(turn), ...options.slice(0, turn)],
    ...(explanation ? { explanation } : {}),
  };
}

export const demoQuizzes: DemoQuiz[] = [
  {
    course: "tajweed-first-letter",
    title: "Where the letters come from",
    passMark: 70,
    questions: [
      ask("Which of these letters come from the throat?", ["ح", "ع", "خ", "ف"], {
        right: 3,
        explanation: "Six letters come from the throat, two from each of its three parts.",
      }),
      ask("Where is ب articulated?", ["Both lips", "The tip of the tongue", "The throat"]),
      ask("Which letters are qalqalah letters?", ["ق", "ط", "د", "س"], {
        right: 3,
        explanation: "The five are collected in the words قُطْبُ جَدٍّ.",
      }),
      ask("Which letter is always heavy?", ["ص", "س", "ك"]),
    ],
  },
  {
    course: "tajweed-first-letter",
    title: "Heavy and light letters",
    passMark: 60,
    questions: [
      ask("How many letters are always heavy?", ["Seven", "Five", "Nine"], {
        explanation: "They are collected in the words خُصَّ ضَغْطٍ قِظْ.",
      }),
      ask("How is ر read in رَبِّ?", ["Heavy", "Light"]),
    ],
  },
  {
    course: "noon-and-meem",
    title: "أحكام النون الساكنة والتنوين",
    passMark: 75,
    questions: [
      ask("What does noon sakinah become before ب?", ["Iqlab", "Izhar", "Idgham"], {
        explanation: "Listen to مِنۢ بَعْدِ: the lips close.",
      }),
      ask("Before how many letters is noon sakinah read with ikhfa?", ["15", "6", "4"]),
      ask("Before which letters does it merge without ghunnah?", ["ل", "ر", "م", "و"], {
        right: 2,
      }),
      ask("Which rule applies in مَنْ ءَامَنَ?", ["Izhar", "Ikhfa", "Iqlab"]),
    ],
  },
  {
    course: "tuhfat-al-atfal",
    title: "The rules of meem sakinah",
    passMark: 60,
    questions: [
      ask("How many rules does meem sakinah have?", ["Three", "Two", "Four"]),
      ask("Which rule applies when ب follows it?", ["Ikhfa shafawi", "Idgham", "Izhar shafawi"]),
      ask("Who wrote Tuhfat al-Atfal?", ["Sulayman al-Jamzuri", "Ibn al-Jazari", "Ash-Shatibi"]),
    ],
  },
  {
    course: "nurani-qaida-children",
    title: "Fathah, kasrah, dammah",
    passMark: 50,
    questions: [
      ask("Which one has a fathah?", ["بَ", "بِ", "بُ"]),
      ask("Which one has a kasrah?", ["تِ", "تَ", "تُ"]),
      ask("Where is a kasrah written?", ["Below the letter", "Above the letter"]),
    ],
  },
  {
    course: "juz-amma-by-heart",
    title: "What comes next?",
    passMark: 70,
    questions: [
      ask("Which surah follows An-Naba?", ["An-Naziat", "Abasa", "Al-Infitar"]),
      ask("How does Surah Al-Asr begin?", ["وَالْعَصْرِ", "وَالضُّحَىٰ", "وَالْفَجْرِ"]),
      ask("Which of these are in Juz Amma?", ["Al-Balad", "Al-Fil", "Al-Mulk"], { right: 2 }),
    ],
  },
  {
    course: "surah-al-mulk",
    title: "Surah Al-Mulk at a glance",
    passMark: 60,
    questions: [
      ask("How many verses does the surah have?", ["30", "28", "52"]),
      ask("With which word does it begin?", ["تَبَارَكَ", "سَبِّحْ", "الْحَمْدُ"]),
    ],
  },
  {
    course: "tafsir-juz-amma",
    title: "Surah An-Naba: the great news",
    passMark: 60,
    questions: [
      ask("What do they ask each other about?", [
        "The great news",
        "The hour of prayer",
        "The harvest",
      ]),
      ask("What has been made like pegs?", ["The mountains", "The stars", "The trees"], {
        explanation: "Read verse 7 again.",
      }),
    ],
  },
];
