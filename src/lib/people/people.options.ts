/** The options of profile fields. The specification's entries come first, with its own text. */
export const roles = ["student", "teacher"] as const;
export type Role = (typeof roles)[number];

/** The role of that name; undefined for anything else. */
export function findRole(name: string | null): Role | undefined {
  return roles.find((role) => role === name);
}

export const genders = ["male", "female", "other", "prefer_not_to_say"] as const;
export type Gender = (typeof genders)[number];

export const genderLabels: Record<Gender, string> = {
  male: "Male",
  female: "Female",
  other: "Other",
  prefer_not_to_say: "Prefer not to say",
};

export const studentQuranLevels = ["Beginner", "Intermediate", "Advanced", "Hafiz"] as const;
export const teacherQuranLevels = ["Hafiz", "Qari", "Alim", "Advanced", "Expert"] as const;

/** Years of experience: the stored number and its label. */
export const experienceOptions = [
  { value: 1, label: "Less than 1 year" },
  { value: 2, label: "1-2 years" },
  { value: 3, label: "3-5 years" },
  { value: 6, label: "6-10 years" },
  { value: 11, label: "More than 10 years" },
] as const;

/** Hourly rates in US dollars. */
export const hourlyRates = [5, 10, 15, 20, 25, 30, 40, 50] as const;

export const minAge = 5;
export const maxAge = 99;

/** Students younger than this are children: they need a guardian, who gets copies of their emails. */
export const guardianAge = 13;

/** Whether somebody is a child. People who gave no age are not. */
export function isChild(age: number | null | undefined): boolean {
  return age != null && age < guardianAge;
}

/** Students below this age are shown with less data. */
export const adultAge = 18;

/** '3-5 years', for any whole number of years; undefined where none is given. */
export function experienceLabel(years: number | undefined): string | undefined {
  if (years === undefined) return undefined;
  return (experienceOptions.findLast(({ value }) => value <= years) ?? experienceOptions[0]).label;
}
