/** When a student may write to a teacher before enrolling, and the teacher to the student. */
import { describe, expect, it } from "vitest";
import { type AskingStudent, judgeQuestion } from "#lib/messages/questions.rules.ts";

const now = new Date("2027-03-15T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
const adult: AskingStudent = { age: 18, guardian: "none", needsVerified: true };

type Facts = Partial<Parameters<typeof judgeQuestion>[0]>;
const judge = (facts: Facts) =>
  judgeQuestion({ role: "student", student: adult, asked: null, askedToday: 0, ...facts }, now);

describe("a student", () => {
  it.each([
    [{ age: null, guardian: "confirmed", needsVerified: false }, "age"],
    [{ age: 17, guardian: "none", needsVerified: false }, "minor"],
    [{ age: 13, guardian: "none", needsVerified: false }, "minor"],
    [{ age: 12, guardian: "none", needsVerified: false }, "guardian"],
    [{ age: 12, guardian: "waiting", needsVerified: false }, "unconfirmed"],
    [{ age: 12, guardian: "declined", needsVerified: false }, "unconfirmed"],
    [{ age: 12, guardian: "confirmed", needsVerified: true }, "unverified"],
    [{ age: 12, guardian: "confirmed", needsVerified: false }, undefined],
    [adult, undefined],
  ] as const)("%j is stopped by %j", (student, obstacle) => {
    expect(judge({ student }).obstacle).toBe(obstacle);
    const asked = { lastMessageAt: now, sent: 1, isAnswered: true };
    for (const role of ["student", "teacher"] as const) {
      expect(judge({ role, student, asked }).obstacle).toBe(obstacle);
    }
  });

  it("starts a question with three messages, with at most five teachers a day", () => {
    expect(judge({ askedToday: 4 })).toEqual({ obstacle: undefined, isNew: true, remaining: 3 });
    expect(judge({ askedToday: 5 })).toEqual({ obstacle: "daily" });
  });

  it("continues a question until the limit, and without one after an answer", () => {
    const asked = { lastMessageAt: daysAgo(13), sent: 2, isAnswered: false };
    expect(judge({ asked, askedToday: 5 })).toMatchObject({ isNew: false, remaining: 1 });
    expect(judge({ asked: { ...asked, sent: 3 } })).toEqual({ obstacle: "unanswered" });
    expect(judge({ asked: { ...asked, sent: 9, isAnswered: true } })).toMatchObject({
      isNew: false,
      remaining: null,
    });
  });

  it("asks again after two weeks without a message, but not a teacher who didn't answer", () => {
    const asked = { lastMessageAt: daysAgo(14), sent: 3, isAnswered: true };
    expect(judge({ asked })).toEqual({ obstacle: undefined, isNew: true, remaining: 3 });
    expect(judge({ asked, askedToday: 5 })).toEqual({ obstacle: "daily" });
    expect(judge({ asked: { ...asked, isAnswered: false } })).toEqual({ obstacle: "closed" });
  });
});

describe("a teacher", () => {
  it("answers while the question is open, and never starts one", () => {
    const asked = { lastMessageAt: daysAgo(13), sent: 3, isAnswered: false };
    expect(judge({ role: "teacher", asked })).toMatchObject({ isNew: false, remaining: null });
    expect(judge({ role: "teacher", asked: { ...asked, lastMessageAt: daysAgo(14) } })).toEqual({
      obstacle: "closed",
    });
    expect(judge({ role: "teacher" })).toEqual({ obstacle: "closed" });
  });
});
