/**
 * Questions: students write to teachers before they book a trial lesson or enroll. All limits and
 * the decision are here, for the server and for tests.
 */
import type { GuardianState } from "../guardians/guardians.responses.ts";
import { adultAge, isChild, type Role } from "../people/people.options.ts";

/** With how many teachers a student can start a conversation in 24 hours. */
export const maxQuestionsPerDay = 5;
/** How many messages a student can send until the teacher answers. */
export const maxUnansweredMessages = 3;
/** After this many days without a message, a question is closed. */
export const questionDays = 14;

export type QuestionObstacle =
  /** The student has to enter an age. */
  | "age"
  /** Students of this age have no guardian who gets copies. */
  | "minor"
  /** The child's profile contains no guardian's email address. */
  | "guardian"
  /** The child's guardian hasn't confirmed the address, or has declined. */
  | "unconfirmed"
  /** Only verified teachers may teach minors. */
  | "unverified"
  /** The teacher hasn't answered, and the student has sent all messages that are allowed. */
  | "unanswered"
  /** Nobody has written for `questionDays`. */
  | "closed"
  /** The student has started conversations with too many teachers. */
  | "daily";

export interface AskingStudent {
  age: number | null;
  guardian: GuardianState;
  /** Whether the teacher lacks the verification that teaching minors requires. */
  needsVerified: boolean;
}

/** What happened in a conversation since the student asked. */
export interface Asked {
  lastMessageAt: Date;
  /** How many messages the student has sent. */
  sent: number;
  /** Whether the teacher has written. */
  isAnswered: boolean;
}

interface QuestionFacts {
  /** The role of the person who wants to write. */
  role: Role;
  student: AskingStudent;
  /** Null if the student hasn't asked yet. */
  asked: Asked | null;
  /** With how many teachers the student has started a conversation in the last 24 hours. */
  askedToday: number;
}

export type QuestionState =
  | { obstacle: QuestionObstacle }
  | {
      obstacle: undefined;
      /** Whether the next message starts a new question. */
      isNew: boolean;
      /** How many messages the student can send until the teacher answers. Null without a limit. */
      remaining: number | null;
    };

/**
 * Decides whether the student or the teacher may write, if they share no course and no recent trial
 * lesson.
 */
export function judgeQuestion(facts: QuestionFacts, now: Date): QuestionState {
  const { role, student, asked, askedToday } = facts;
  const personal = findPersonalObstacle(student);
  if (personal) return { obstacle: personal };
  if (asked && isRecent(asked, now)) {
    if (role === "teacher" || asked.isAnswered) {
      return { obstacle: undefined, isNew: false, remaining: null };
    }
    const remaining = maxUnansweredMessages - asked.sent;
    return remaining > 0
      ? { obstacle: undefined, isNew: false, remaining }
      : { obstacle: "unanswered" };
  }
  // Only students ask. They can ask again, but not a teacher who didn't answer the first time.
  if (role === "teacher" || asked?.isAnswered === false) return { obstacle: "closed" };
  if (askedToday >= maxQuestionsPerDay) return { obstacle: "daily" };
  return { obstacle: undefined, isNew: true, remaining: maxUnansweredMessages };
}

/** Minors ask only if a guardian gets copies. Students without an age count as minors. */
function findPersonalObstacle(student: AskingStudent): QuestionObstacle | undefined {
  const { age, guardian, needsVerified } = student;
  if (age === null) return "age";
  if (age >= adultAge) return undefined;
  if (!isChild(age)) return "minor";
  if (guardian === "none") return "guardian";
  if (guardian !== "confirmed") return "unconfirmed";
  return needsVerified ? "unverified" : undefined;
}

function isRecent({ lastMessageAt }: Asked, now: Date): boolean {
  return now.getTime() - lastMessageAt.getTime() < questionDays * 24 * 60 * 60_000;
}
