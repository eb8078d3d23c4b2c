/** What people in the demo reported to staff, and what staff did about it. */
import type { CaseOutcome, ReportCategory } from "#lib/cases/cases.rules.ts";

/** What is reported: a person, a course, a course's review by its author, or a student's payment. */
export type DemoSubject =
  | { kind: "profile"; person: string }
  | { kind: "course"; course: string }
  | { kind: "review" | "payment"; course: string; person: string }
  /** The message at this position of a conversation. */
  | { kind: "message"; conversation: string; position: number }
  | { kind: "contact"; subject: string };

export interface DemoCase {
  key: string;
  about: DemoSubject;
  /** A person by key, or someone without an account. */
  by: string | { kind: "guardian" | "visitor"; name: string; email: string };
  category: ReportCategory | null;
  details: string;
  hoursAgo: number;
  /** What staff did, in this order. */
  assigned?: true;
  note?: string;
  reply?: string;
  decision?: { outcome: CaseOutcome; reason: string };
  appeal?: string;
  closed?: true;
}

export interface DemoConversation {
  key: string;
  /** The course in which they meet. */
  course: string;
  /** Its two people by key. The first one is the teacher. */
  people: [string, string];
  messages: { by: 0 | 1; text: string }[];
}

export const demoConversations: readonly DemoConversation[] = [
  {
    key: "another-app",
    course: "hifz-from-the-beginning",
    people: ["ibrahim.demir", "omar.shaikh"],
    messages: [
      { by: 0, text: "Salam Omar, you recited page 4 very well today." },
      { by: 1, text: "Thank you, ustadh! I practiced after Fajr." },
      { by: 0, text: "Could you send me your phone number? I answer faster on another app." },
      { by: 1, text: "My mother says I should only write here." },
      { by: 0, text: "That's fine too. Then please ask her to call me." },
    ],
  },
];

export const demoCases: readonly DemoCase[] = [
  {
    key: "another-app",
    about: { kind: "message", conversation: "another-app", position: 2 },
    by: { kind: "guardian", name: "Rabia Shaikh", email: "rabia.shaikh@example.org" },
    category: "child-safety",
    details:
      "The teacher asked my 15-year-old son for his phone number. Please look at it. Perhaps it was meant well, but he shouldn't ask children.",
    hoursAgo: 2,
  },
  {
    key: "too-few-classes",
    about: { kind: "course", course: "seerah-makkah" },
    by: "hassan.jaber",
    category: "scam",
    details: "The description promises a class every week, and two of them were canceled.",
    hoursAgo: 30,
    assigned: true,
    note: "Both classes were moved, not canceled, and everyone was emailed. I'll ask the teacher.",
  },
  {
    key: "certificate",
    about: { kind: "profile", person: "idris.bennani" },
    by: "abdi.warsame",
    category: "impersonation",
    details: "I know the school that is named here, and nobody there remembers this teacher.",
    hoursAgo: 50,
    assigned: true,
    reply: "Thank you. Which school do you mean, and in which years were you there?",
  },
  {
    key: "work-abroad",
    about: { kind: "payment", course: "hifz-from-the-beginning", person: "mehmet.kaya" },
    by: "mehmet.kaya",
    category: "other",
    details:
      "My work moved me to another time zone and I can't attend anymore. My teacher agrees that I should get the rest back.",
    hoursAgo: 20,
  },
  {
    key: "weekend-school",
    about: { kind: "contact", subject: "A price for our weekend school" },
    by: { kind: "visitor", name: "Khadija Noor", email: "khadija.noor@example.org" },
    category: null,
    details: "Salam! We are a weekend school with thirty children. Do you have a price for groups?",
    hoursAgo: 5,
  },
  {
    key: "sound",
    about: { kind: "contact", subject: "I can't hear my teacher" },
    by: { kind: "visitor", name: "Anas Doukkali", email: "anas.doukkali@example.org" },
    category: null,
    details: "The video works, but there is no sound. I use a tablet.",
    hoursAgo: 140,
    assigned: true,
    reply: "Please open the tablet's settings and allow the browser to use its speaker.",
    closed: true,
  },
  {
    key: "late-notes",
    about: { kind: "review", course: "tafsir-juz-amma", person: "abdi.warsame" },
    by: "fatima.alzahrani",
    category: "other",
    details: "I always send the notes on time. This review is unfair.",
    hoursAgo: 96,
    assigned: true,
    decision: {
      outcome: "no-action",
      reason: "Students may say what they would like to be different. The review is polite.",
    },
  },
  {
    key: "own-courses",
    about: { kind: "profile", person: "adam.suleiman" },
    by: "yusra.khan",
    category: "scam",
    details: "He writes to everyone in the course and offers his own lessons for cash.",
    hoursAgo: 120,
    assigned: true,
    decision: {
      outcome: "warn",
      reason: "Offering lessons outside of Halaqa to other students isn't allowed.",
    },
    appeal: "I only answered a classmate who asked me for help with revision, without money.",
  },
];
