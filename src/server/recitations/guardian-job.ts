/** The kind of job that tells guardians of lessons: its name, for those who queue it. */
export const guardianJob = "guardian-lessons";
