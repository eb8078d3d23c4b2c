/** The items of demo students in the Quran reader. */
import type { HighlightColor } from "#lib/study/study.rules.ts";

export interface DemoStudy {
  student: string;
  /** Oldest first. */
  items: DemoStudyItem[];
}

/** Verses are written as in '2:255', and words are numbered from 1. */
interface Place {
  verse: string;
  words?: readonly [from: number, to: number];
}

export type DemoStudyItem =
  | { kind: "place"; verse: string }
  | { kind: "bookmark"; verse: string; name: string }
  | ({ kind: "highlight"; color: HighlightColor } & Place)
  | ({ kind: "note"; text: string } & Place)
  | { kind: "collection"; name: string; verses: readonly string[] };

export const demoStudy: readonly DemoStudy[] = [
  {
    student: "student",
    items: [
      { kind: "bookmark", verse: "2:255", name: "Before sleeping" },
      { kind: "bookmark", verse: "18:1", name: "Fridays" },
      { kind: "highlight", verse: "94:5", color: "green" },
      { kind: "highlight", verse: "67:1", words: [1, 4], color: "gold" },
      {
        kind: "note",
        verse: "1:6",
        text: "I ask this in every prayer. Learn what each word means.",
      },
      {
        kind: "collection",
        name: "Prayers to learn",
        verses: ["2:201", "3:8", "14:40", "25:74"],
      },
      {
        kind: "note",
        verse: "2:2",
        text: "Three dots in two places: stop at one of them, not at both.",
      },
      { kind: "highlight", verse: "2:61", words: [1, 9], color: "rose" },
      { kind: "note", verse: "2:61", text: "Read slowly, ten times, from the page." },
      { kind: "place", verse: "2:83" },
    ],
  },
];
