import { expect, test } from "vitest";
import { listProfileFields } from "#islands/people/shared/profile-fields.ts";
import { emptyProfile } from "#islands/people/shared/profile-values.ts";
import { studentProfile, teacherProfile } from "#lib/people/people.ts";

/** Profile fields that are not part of the form. */
const elsewhere = {
  // Images are uploaded separately.
  student: ["profileImageUrl"],
  // Trial lessons are set on another tab, and teachers are adults.
  teacher: ["profileImageUrl", "offersTrials", "age"],
} as const;

test.each([
  ["student", studentProfile],
  ["teacher", teacherProfile],
] as const)("the form of a %s has a control for every field of the profile", (role, { shape }) => {
  const controls = listProfileFields(role, emptyProfile).flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  expect([...controls, ...elsewhere[role]].toSorted()).toEqual(Object.keys(shape).toSorted());
});
