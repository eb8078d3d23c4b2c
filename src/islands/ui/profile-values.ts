/** The text in the fields of a profile, of either role; those of the other role stay empty. */
import type { Profile } from "#lib/client/profile.store.ts";

export const emptyProfile = {
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
  bio: "",
  specializations: "",
  yearsOfExperience: "",
  hourlyRate: "",
};
export type ProfileValues = typeof emptyProfile;

/** What stands in the fields of somebody's profile at first. */
export function toValues(profile: Profile): ProfileValues {
  const values = { ...emptyProfile };
  for (const name of Object.keys(values) as (keyof ProfileValues)[]) {
    const value = profile[name];
    values[name] = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  }
  return values;
}
