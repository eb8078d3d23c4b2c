/** Emails about reviews. */
import { reportsThatHide } from "#lib/reviews/reviews.ts";
import { site } from "#lib/site/site.ts";
import type { reviews } from "../db/tables/reviews.table.ts";
import type { Mail } from "../mail/mail.ts";

type ReviewRow = typeof reviews.$inferSelect;

/** Asks staff to decide about a reported review. */
export function reportedMail(review: ReviewRow, url: string): Mail {
  const { id, authorId, resourceType, resourceId, rating, content, hiddenAt } = review;
  const state = hiddenAt
    ? "It is hidden and doesn't count toward any rating until you have decided."
    : `It is still visible, because fewer than ${reportsThatHide} of them had attended a class before the review was written.`;
  return {
    to: site.supportEmail,
    subject: "A review needs your decision",
    // The review stays hidden until staff have decided.
    validUntil: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000),
    content: {
      recipientName: null,
      title: "A review needs your decision",
      preheader: `${reportsThatHide} people reported it. It is ${hiddenAt ? "hidden for now" : "still visible"}.`,
      paragraphs: [
        `${reportsThatHide} people reported review ${id} of ${resourceType} ${resourceId}, written by ${authorId}. ${state}`,
        `The rating is ${rating} out of 5, and the review says: ${content}`,
        "Use the link below to keep the review or remove it permanently. The link works once.",
      ],
      action: { label: "Review the report", url },
      because: `it was sent to the ${site.name} team`,
    },
  };
}

/** Notifies the author that staff removed a review. */
export function removedMail(author: { email: string; name: string }, review: ReviewRow): Mail {
  return {
    to: author.email,
    subject: "Your review was removed",
    content: {
      recipientName: author.name,
      title: "Your review was removed",
      preheader: "Several people reported it.",
      paragraphs: [
        "Your review was removed. Several people reported it, and our team found that it doesn't follow our Terms of Use.",
        `You wrote: ${review.content}`,
        "If you think this is a mistake, reply to this email.",
      ],
      because: `you wrote a review on ${site.name}`,
    },
    replyTo: site.supportEmail,
  };
}
