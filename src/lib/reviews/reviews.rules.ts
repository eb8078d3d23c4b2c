/** Rules of reviews that islands need without the schemas. */

export const reviewResourceTypes = ["app", "course", "teacher"] as const;

export type ReviewResourceType = (typeof reviewResourceTypes)[number];

export const defaultReviewResourceType: ReviewResourceType = "app";

/** The resource ID for reviews of the app itself, and the value of the `app-id` header. */
export const appResourceId = "halaqa";

export const highestRating = 5;
