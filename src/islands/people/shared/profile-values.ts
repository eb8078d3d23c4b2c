/** Field values of a profile form for either role. Fields of the other role stay empty. */
import type { StudentProfileInput, TeacherProfileInput } from "#lib/people/people.ts";
import type { Profile } from "#lib/people/profile.store.ts";

/** Every field but the images, which are uploaded separately, and the setting of the Trials section. */
type TextField = Exclude<
  keyof StudentProfileInput | keyof TeacherProfileInput,
  "profileImageUrl" | "offersTrials" | RowFieldName
>;

/** A field that is missing here is a type error. */
const emptyText = {
  name: "",
  phoneNumber: "",
  country: "",
  timeZone: "",
  gender: "",
  nativeLanguage: "",
  quranLevel: "",
  spokenLanguages: "",
  age: "",
  parentGuardianName: "",
  parentGuardianContact: "",
  learningGoals: "",
  preferredTeachingMethods: "",
  bio: "",
  specializations: "",
  yearsOfExperience: "",
  hourlyRate: "",
} satisfies Record<TextField, string>;
export type ProfileTextValues = typeof emptyText;

/** Fields made of rows, each with its own columns. */
export type RowFieldName = "certifications" | "educationBackground";
export type RowValues = Record<string, string>;

export type ProfileValues = ProfileTextValues & Record<RowFieldName, RowValues[]>;

export const emptyProfile: ProfileValues = {
  ...emptyText,
  certifications: [],
  educationBackground: [],
};

const toRow = (entry: object): RowValues =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value ?? "")]));

/** Initial field values from a profile. */
export function toValues(profile: Profile): ProfileValues {
  const values = { ...emptyText };
  for (const name of Object.keys(values) as (keyof ProfileTextValues)[]) {
    const value = profile[name];
    values[name] = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  }
  return {
    ...values,
    certifications: (profile.certifications ?? []).map(toRow),
    educationBackground: (profile.educationBackground ?? []).map(toRow),
  };
}
