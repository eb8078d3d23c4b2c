/** Every table, for Drizzle. Each noun's tables stand in its own folder. */
export * from "../accounts/accounts.table.ts";
export * from "../comments/comments.table.ts";
export * from "../contact/contact.table.ts";
export * from "../courses/course-listings.table.ts";
export * from "../courses/courses.table.ts";
export * from "../enrolments/enrolments.table.ts";
export * from "../http/rate-limits.table.ts";
export * from "../media/media.table.ts";
export * from "../meetings/meetings.table.ts";
export * from "../messages/messages.table.ts";
export * from "../newsletter/newsletter.table.ts";
export * from "../payments/payments.table.ts";
export * from "../people/people.table.ts";
export * from "../reviews/reviews.table.ts";
export * from "../trials/trials.table.ts";
export * from "./seed/seed.table.ts";
