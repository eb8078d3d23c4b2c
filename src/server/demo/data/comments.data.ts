/** Comments below the demo courses, oldest first. */
import type { DemoComment } from "../demo-shapes.ts";

export const comments: DemoComment[] = [
  {
    key: "mushaf",
    course: "tajweed-first-letter",
    author: "teacher",
    content:
      "Welcome, everybody! Please bring any mushaf of the Madinah print, riwayat Hafs. If you read from a screen, turn off the notifications first.",
  },
  {
    key: "qaf",
    course: "tajweed-first-letter",
    author: "student",
    content:
      "How do I practice the letter qaf (ق) at home without hearing it as kaf? I can't tell them apart in my own recordings.",
  },
  {
    key: "qaf-answer",
    course: "tajweed-first-letter",
    author: "teacher",
    content:
      "Say قُلْ and كُلْ in turn, slowly, and feel where the tongue touches: qaf is further back, at the soft palate. Send me one recording with five of each before Thursday.",
  },
  {
    key: "thanks",
    course: "tajweed-first-letter",
    author: "sana.malik",
    content: "That helped me as well, جزاك الله خيرا! In front of a mirror it is even easier.",
  },
  {
    key: "letters",
    course: "nurani-qaida-children",
    author: "teacher2",
    content: "Dear parents, this week's page is number 7. Two minutes a day is enough.",
  },
  {
    key: "joined",
    course: "nurani-qaida-children",
    author: "student2",
    content: "I read page 7 to my grandmother!",
  },
];
