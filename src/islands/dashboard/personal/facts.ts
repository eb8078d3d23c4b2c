/** Labels and values of the Personal tab. */

import {
  experienceLabel,
  nameGender,
  nameLevel,
  nameStoredCountry,
} from "#lib/people/people.labels.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { listTexts } from "#lib/text/bidi.ts";
import { labelWrittenLanguage, nameWrittenLanguages } from "#lib/text/language-codes.ts";
import { nameZone } from "#lib/time/zone-names.ts";
import { getTexts } from "#translations/profile-facts.ts";

const t = getTexts("profileFacts");

export interface Fact {
  name: string;
  /** Empty if nothing was entered. */
  value: string;
}

const join = (list: readonly string[] | undefined): string => listTexts(list ?? []);

/** One line per entry, with its parts separated by commas. */
const lines = <Entry>(
  entries: readonly Entry[] | undefined,
  toParts: (entry: Entry) => readonly unknown[],
): string =>
  (entries ?? []).map((entry) => listTexts(toParts(entry).filter(Boolean).map(String))).join("\n");

export function listPersonalFacts(profile: Profile, email: string): Fact[] {
  const { gender } = profile;
  const shared = [
    { name: t("field.name"), value: profile.name },
    { name: t("email"), value: email },
    { name: t("field.phone"), value: profile.phoneNumber ?? "" },
    { name: t("field.country"), value: nameStoredCountry(profile.country ?? "") },
    { name: t("field.timeZone"), value: profile.timeZone ? nameZone(profile.timeZone) : "" },
    { name: t("field.gender"), value: nameGender(gender) },
  ];
  if (profile.role === "teacher") return shared;
  return [
    ...shared,
    { name: t("field.age"), value: profile.age === undefined ? "" : String(profile.age) },
    { name: t("facts.guardian"), value: profile.parentGuardianName ?? "" },
    { name: t("facts.guardianContact"), value: profile.parentGuardianContact ?? "" },
  ];
}

export function listLearningFacts(profile: Profile): Fact[] {
  const { hourlyRate } = profile;
  const shared = [
    { name: t("field.level"), value: nameLevel(profile.quranLevel ?? "") },
    { name: t("field.nativeLanguage"), value: labelWrittenLanguage(profile.nativeLanguage ?? "") },
    {
      name: t("field.spokenLanguages"),
      value: join(nameWrittenLanguages(profile.spokenLanguages ?? [])),
    },
  ];
  if (profile.role === "student") {
    return [
      ...shared,
      { name: t("field.goals"), value: join(profile.learningGoals) },
      { name: t("field.methods"), value: join(profile.preferredTeachingMethods) },
    ];
  }
  return [
    ...shared,
    { name: t("field.specializations"), value: join(profile.specializations) },
    { name: t("field.experience"), value: experienceLabel(profile.yearsOfExperience) ?? "" },
    { name: t("facts.rate"), value: hourlyRate === undefined ? "" : `$${hourlyRate}` },
    { name: t("field.bio"), value: profile.bio ?? "" },
    {
      name: t("certifications"),
      value: lines(profile.certifications, ({ name, issuingAuthority, year }) => [
        name,
        issuingAuthority,
        year,
      ]),
    },
    {
      name: t("educationBackground"),
      value: lines(profile.educationBackground, ({ degree, major, institution, year }) => [
        degree,
        major,
        institution,
        year,
      ]),
    },
  ];
}
