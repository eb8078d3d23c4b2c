import { expect, test } from "vitest";
import { listLearningFacts, listPersonalFacts } from "#islands/dashboard/personal/facts.ts";
import { listProfileFields } from "#islands/people/shared/profile-fields.ts";
import { emptyProfile, type ProfileValues } from "#islands/people/shared/profile-values.ts";
import { studentProfile, teacherProfile } from "#lib/people/people.ts";
import type { Profile } from "#lib/people/profile.store.ts";

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
] as const)("the form for a %s has a control for every field of the profile", (role, { shape }) => {
  const controls = listProfileFields(role, emptyProfile).flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  expect([...controls, ...elsewhere[role]].toSorted()).toEqual(Object.keys(shape).toSorted());
});

/** A value for every field of the form. */
const entered: Required<Pick<Profile, keyof ProfileValues>> = {
  name: "Maryam Yusuf",
  phoneNumber: "+20 100 000 0001",
  country: "Egypt",
  timeZone: "Africa/Cairo",
  gender: "female",
  nativeLanguage: "Arabic",
  quranLevel: "Advanced",
  spokenLanguages: ["English", "Malay"],
  age: 11,
  parentGuardianName: "Yusuf Adam",
  parentGuardianContact: "yusuf@halaqa.test",
  learningGoals: ["Tajweed"],
  preferredTeachingMethods: ["Repetition"],
  bio: "Teaches children.",
  specializations: ["Tafsir"],
  yearsOfExperience: 6,
  hourlyRate: 25,
  certifications: [{ name: "Ijazah", issuingAuthority: "Al-Azhar", year: 2015 }],
  educationBackground: [{ degree: "BA", institution: "Al-Azhar University", year: 2010 }],
};

test.each(["student", "teacher"] as const)(
  "the Personal tab shows every field of the form for a %s",
  (role) => {
    const profile: Profile = { _id: "prf_1", role, ...entered };
    const shown = (facts: Profile) =>
      [...listPersonalFacts(facts, "maryam@halaqa.test"), ...listLearningFacts(facts)]
        .map(({ value }) => value)
        .join("\n");
    const controls = listProfileFields(role, emptyProfile).flatMap(({ fields }) =>
      fields.map(({ name }) => name),
    );
    const all = shown(profile);
    // If the text shows a field, it changes when the field is missing.
    expect(controls.filter((name) => shown({ ...profile, [name]: undefined }) === all)).toEqual([]);
  },
);
