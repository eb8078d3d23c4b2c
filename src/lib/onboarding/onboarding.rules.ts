/** The checklist for new students and teachers on their dashboard. */
export const studentSteps = ["profile", "guardian", "find", "device"] as const;
export const teacherSteps = [
  "profile",
  "picture",
  "credentials",
  "meetings",
  "payments",
  "course",
  "trials",
] as const;
export type OnboardingStep = (typeof studentSteps)[number] | (typeof teacherSteps)[number];

export interface ChecklistItem {
  step: OnboardingStep;
  isDone: boolean;
}

/** The path to which the forms of the checklist are posted. */
export const onboardingPath = "/onboarding";

/** The ID of the checklist in the page. */
export const checklistId = "checklist";

/** What people can say about the checklist: that their device works, or that they don't need it. */
export const checklistActions = ["device", "dismiss"] as const;
