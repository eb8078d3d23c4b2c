/** Labels and values of the Personal tab. */

import { experienceLabel, type Gender, genderLabels } from "#lib/people/people.options.ts";
import type { Profile } from "#lib/people/profile.store.ts";

export interface Fact {
  name: string;
  /** Empty if nothing was entered. */
  value: string;
}

const isGender = (value: string | undefined): value is Gender =>
  value !== undefined && value in genderLabels;

const join = (list: readonly string[] | undefined): string => (list ?? []).join(", ");

/** One line per entry, with its parts separated by commas. */
const lines = <Entry>(
  entries: readonly Entry[] | undefined,
  toParts: (entry: Entry) => readonly unknown[],
): string => (entries ?? []).map((entry) => toParts(entry).filter(Boolean).join(", ")).join("\n");

export function listPersonalFacts(profile: Profile, email: string): Fact[] {
  const { gender } = profile;
  const shared = [
    { name: "Full name", value: profile.name },
    { name: "Email", value: email },
    { name: "Phone number", value: profile.phoneNumber ?? "" },
    { name: "Country", value: profile.country ?? "" },
    { name: "Time zone", value: profile.timeZone?.replaceAll("_", " ") ?? "" },
    { name: "Gender", value: isGender(gender) ? genderLabels[gender] : "" },
  ];
  if (profile.role === "teacher") return shared;
  return [
    ...shared,
    { name: "Age", value: profile.age === undefined ? "" : String(profile.age) },
    { name: "Parent or guardian", value: profile.parentGuardianName ?? "" },
    { name: "Guardian's contact", value: profile.parentGuardianContact ?? "" },
  ];
}

export function listLearningFacts(profile: Profile): Fact[] {
  const { hourlyRate } = profile;
  const shared = [
    { name: "Quran level", value: profile.quranLevel ?? "" },
    { name: "Native language", value: profile.nativeLanguage ?? "" },
    { name: "Spoken languages", value: join(profile.spokenLanguages) },
  ];
  if (profile.role === "student") {
    return [
      ...shared,
      { name: "Learning goals", value: join(profile.learningGoals) },
      { name: "Preferred teaching methods", value: join(profile.preferredTeachingMethods) },
    ];
  }
  return [
    ...shared,
    { name: "Specializations", value: join(profile.specializations) },
    { name: "Years of experience", value: experienceLabel(profile.yearsOfExperience) ?? "" },
    { name: "Hourly rate", value: hourlyRate === undefined ? "" : `$${hourlyRate}` },
    { name: "Bio", value: profile.bio ?? "" },
    {
      name: "Certificates",
      value: lines(profile.certifications, ({ name, issuingAuthority, year }) => [
        name,
        issuingAuthority,
        year,
      ]),
    },
    {
      name: "Education",
      value: lines(profile.educationBackground, ({ degree, major, institution, year }) => [
        degree,
        major,
        institution,
        year,
      ]),
    },
  ];
}
