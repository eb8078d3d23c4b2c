/** Rules and messages of reviews that islands need without the schemas. */

export const reviewResourceTypes = ["app", "course", "teacher"] as const;

export type ReviewResourceType = (typeof reviewResourceTypes)[number];

export const defaultReviewResourceType: ReviewResourceType = "app";

/** The resource ID for reviews of the app itself, and the value of the `app-id` header. */
export const appResourceId = "halaqa";

export const highestRating = 5;

export const reviewMessages = {
  notAttended: "You can write a review once you have attended a class.",
  written: "You have already written a review. You can edit it.",
  own: "You can't mark or report your own review.",
  noStanding: "You can mark reviews as helpful once you have attended a class.",
  missing: "Review not found",
  decided: "This review has already been moderated.",
  nothing: "There is nothing to review here.",
  waiting:
    "Our team is checking this review. You can delete it, but you can't change it right now.",
  removed: "Our team removed this review. You can delete it, but you can't change it.",
  noOther: "Our team removed your review. You can't write another one.",
} as const;
