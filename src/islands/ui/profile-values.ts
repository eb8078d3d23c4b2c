/** The text in the fields of a profile, of either role; those of the other role stay empty. */
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
