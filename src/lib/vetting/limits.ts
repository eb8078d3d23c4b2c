/** What a teacher can't do at the moment: publish courses, and teach students under 18. */
export interface VettingLimits {
  publishing: boolean;
  minors: boolean;
}

export const noLimits: VettingLimits = { publishing: false, minors: false };
