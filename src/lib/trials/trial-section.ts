/** The section of a teacher's page where students book a trial lesson. */
export const trialSection = "trial";

/** @param teacherPath the path of the teacher's page. */
export const trialPath = (teacherPath: string): string => `${teacherPath}#${trialSection}`;
