import { describe, expect, test } from "vitest";
import {
  earnsCertificate,
  formatHours,
  missingClasses,
  readCertificateCode,
  summarizeClasses,
} from "#lib/learning/learning.ts";
import { isForRemovedClasses, isRefundable, refundEnd } from "#lib/payments/refund-right.ts";
import { isCorrect, isPassed, scoreOf } from "#lib/quizzes/grading.ts";
import type { Question } from "#lib/quizzes/quizzes.responses.ts";

const enrolledAt = new Date("2027-03-01T12:00:00Z");
const firstClass = new Date("2027-03-20T17:00:00Z");
const unchanged = { soldStart: firstClass, refundableUntil: null };

describe("leaving a course", () => {
  test.each([
    ["until-first-class", "2027-03-20T16:59:59Z", true],
    ["until-first-class", "2027-03-20T17:00:00Z", false],
    ["14-days", "2027-03-15T11:59:59Z", true],
    ["14-days", "2027-03-15T12:00:00Z", false],
    ["none", "2027-03-01T12:00:01Z", false],
  ] as const)("under '%s' at %s refunds the payment: %s", (policy, now, expected) => {
    expect(isRefundable({ policy, enrolledAt, firstClass, ...unchanged }, new Date(now))).toBe(
      expected,
    );
  });

  test("without classes always allows a refund, except under the policy without refunds", () => {
    const leaving = { enrolledAt, ...unchanged, firstClass: null };
    expect(refundEnd({ ...leaving, policy: "until-first-class" })).toBe("open");
    expect(refundEnd({ ...leaving, policy: "none" })).toBe("never");
  });

  test.each([
    ["2027-03-10T17:00:00Z", "2027-03-20T17:00:00.000Z"],
    ["2027-03-27T17:00:00Z", "2027-03-27T17:00:00.000Z"],
  ])(
    "allows a refund until the later of the first class as sold and the first class as moved to %s",
    (moved, end) => {
      const leaving = { policy: "until-first-class" as const, enrolledAt, ...unchanged };
      expect(refundEnd({ ...leaving, firstClass: new Date(moved) })).toEqual(new Date(end));
    },
  );

  test.each([
    ["none", "2027-03-02T12:00:00Z", true, true],
    ["none", "2027-03-25T12:00:00Z", false, false],
    ["14-days", "2027-03-02T12:00:00Z", true, false],
    ["14-days", "2027-03-22T12:00:00Z", true, true],
  ] as const)(
    "after the teacher removed classes, under '%s' at %s, refunds the payment: %s, only because of the removal: %s",
    (policy, now, refundable, isOnly) => {
      const refundableUntil = new Date("2027-03-24T12:00:00Z");
      const leaving = { policy, enrolledAt, firstClass, soldStart: firstClass, refundableUntil };
      expect(isRefundable(leaving, new Date(now))).toBe(refundable);
      expect(isForRemovedClasses(leaving, new Date(now))).toBe(isOnly);
    },
  );
});

describe("a certificate", () => {
  const summary = { missed: 0, toCome: 0, beforeEnrollment: 0, minutes: 0 };
  test.each([
    [8, 10, true],
    [7, 10, false],
    [4, 5, true],
    [0, 0, false],
    [10, 13, false],
    [11, 13, true],
  ])("is earned with %i of %i classes: %s", (attended, total, expected) => {
    const own = { ...summary, attended, total };
    expect(earnsCertificate(own, [{ passed: true }])).toBe(expected);
    expect(earnsCertificate(own, [{ passed: true }, { passed: false }])).toBe(false);
    if (total > 0) expect(missingClasses(own) === 0).toBe(expected);
  });

  test("is found by its code however the code was typed", () => {
    const code = "ABCD-EFGH-JKLM-NPQR";
    for (const typed of [code, "abcdefghjklmnpqr", " ABCD EFGH\tJKLM–NPQR "]) {
      expect(readCertificateCode(typed)).toBe(code);
    }
    for (const wrong of ["", "ABCD", "ABCD-EFGH-JKLM-NPQ0", `${code}A`]) {
      expect(readCertificateCode(wrong)).toBeUndefined();
    }
  });
});

describe("the classes that count toward a certificate", () => {
  const at = (day: number, more = {}) => ({
    _id: `cls_${day}`,
    number: day,
    startsAt: `2027-03-0${day}T10:00:00Z`,
    endsAt: `2027-03-0${day}T11:30:00Z`,
    isCancelled: false,
    ...more,
  });
  const now = new Date("2027-03-05T00:00:00Z");

  test("include neither canceled ones nor those that ended before the student enrolled", () => {
    const classes = [
      at(1, { attended: false, beforeEnrollment: true }),
      at(2, { isCancelled: true, beforeEnrollment: true }),
      at(3, { attended: true }),
      at(4, { attended: false }),
      at(5, { isCancelled: true }),
      at(9),
    ];
    expect(summarizeClasses(classes, now)).toEqual({
      total: 3,
      attended: 1,
      missed: 1,
      toCome: 1,
      beforeEnrollment: 1,
      minutes: 90,
    });
    expect(formatHours(90)).toBe("1.5");
  });

  test("are never more than a student who enrolls before the last class can attend", () => {
    const past = [1, 2, 3, 4].map((day) => at(day, { attended: false, beforeEnrollment: true }));
    const summary = summarizeClasses([...past, at(9)], now);
    expect(missingClasses(summary)).toBe(summary.toCome);
    const later = summarizeClasses([...past, at(9, { attended: true })], now);
    expect(earnsCertificate(later, [])).toBe(true);
    expect(earnsCertificate(summarizeClasses(past, now), [])).toBe(false);
  });

  test("include those that a student attended before leaving and enrolling again", () => {
    const classes = [
      at(1, { attended: true, beforeEnrollment: true }),
      at(2, { attended: false, beforeEnrollment: true }),
      at(9),
    ];
    expect(summarizeClasses(classes, now)).toMatchObject({
      total: 2,
      attended: 1,
      missed: 0,
      beforeEnrollment: 1,
    });
  });
});

describe("a quiz answer", () => {
  const question: Question = {
    id: "q",
    kind: "multiple",
    text: "Which?",
    options: [
      { id: "a", text: "A", right: true },
      { id: "b", text: "B", right: true },
      { id: "c", text: "C", right: false },
    ],
  };
  test.each([
    [["a", "b"], true],
    [["b", "a"], true],
    [["a"], false],
    [["a", "b", "c"], false],
    [[], false],
  ])("with %j is correct: %s", (chosen, expected) => {
    expect(isCorrect(question, chosen)).toBe(expected);
  });

  test("counts toward a score that is never rounded up to the pass mark", () => {
    expect(isPassed(2, 3, 67)).toBe(false);
    expect(isPassed(2, 3, 66)).toBe(true);
    expect(scoreOf(2, 3)).toBe(66);
  });
});
