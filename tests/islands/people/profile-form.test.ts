import { expect, test } from "vitest";
import { listProfileFields } from "#islands/people/shared/profile-fields.ts";
import { emptyProfile } from "#islands/people/shared/profile-values.ts";
import { studentProfile, teacherProfile } from "#lib/people/people.ts";

/** Fields that have a control of their own elsewhere. */
const elsewhere: Record<string, string> = {
  profileImageUrl: "the image is uploaded",
  offersTrials: "the tab for trial lessons",
};

test.each([
  ["student", studentProfile],
  ["teacher", teacherProfile],
] as const)("the form of a %s has a control for every field of the profile", (role, { shape }) => {
  const controls = listProfileFields(role, emptyProfile).flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  const fields = Object.keys(shape).filter((name) => !(name in elsewhere));
  expect(controls.toSorted()).toEqual(fields.toSorted());
});
