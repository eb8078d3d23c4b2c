/** The options of profile fields. The specification's options come first, with its own texts. */
export const roles = ["student", "teacher"] as const;
export type Role = (typeof roles)[number];

/** The role with this name; undefined if there is none. */
export function findRole(name: string | null): Role | undefined {
  return roles.find((role) => role === name);
}

export const genders = ["male", "female", "other", "prefer_not_to_say"] as const;
export type Gender = (typeof genders)[number];

export const studentQuranLevels = ["Beginner", "Intermediate", "Advanced", "Hafiz"] as const;
export const teacherQuranLevels = ["Hafiz", "Qari", "Alim", "Advanced", "Expert"] as const;

/** Years of experience: the numbers that are stored. Each stands for a range of years. */
export const yearsOfExperience = [1, 2, 3, 6, 11] as const;

/** Hourly rates, in US dollars. */
export const hourlyRates = [5, 10, 15, 20, 25, 30, 40, 50] as const;

export const minAge = 5;
export const maxAge = 99;

/** Students below this age are children. They need a guardian, who gets copies of their emails. */
export const guardianAge = 13;

/** Whether a person of this age is a child. People without an age are treated as adults. */
export function isChild(age: number | null | undefined): boolean {
  return age != null && age < guardianAge;
}

/** Students below this age are minors: others see less of their data. */
export const adultAge = 18;
