import { expect, it } from "vitest";
import { describeProgress } from "#lib/enrollments/teacher-students.ts";

it.each([
  [{ done: 3, total: 8 }, "3 of 8 classes"],
  [{ done: 1, total: 1 }, "1 of 1 class"],
])("a student's progress of %o reads %s", (progress, text) => {
  expect(describeProgress(progress)).toBe(text);
});
