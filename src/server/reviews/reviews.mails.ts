/** The words of the mails about reviews. */
import { reportsThatHide } from "#lib/reviews/reviews.ts";
import { site } from "#lib/site/site.ts";
import type { reviews } from "../db/tables/reviews.table.ts";
import type { Mail } from "../mail/mail.ts";

type ReviewRow = typeof reviews.$inferSelect;

/** Asks the team to decide about a review. */
export function reportedMail(review: ReviewRow, url: string): Mail {
  const { id, authorId, resourceType, resourceId, rating, content, hiddenAt } = review;
  const state = hiddenAt
    ? "It is hidden, and counts in no rating, until you have decided."
    : "It is still visible, because fewer than that many of them had come to a class of what it is about before it was written.";
  return {
    to: site.supportEmail,
    subject: "A review waits for your decision",
    // It stays hidden until somebody has decided.
    validUntil: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000),
    content: {
      title: "A review was reported",
      preheader: `${reportsThatHide} people have reported it; it is ${hiddenAt ? "hidden for now" : "still visible"}.`,
      paragraphs: [
        `${reportsThatHide} people have reported review ${id} of ${resourceType} ${resourceId}, written by ${authorId}. ${state}`,
        `It gives ${rating} of 5, and says: ${content}`,
        "With the link below you show it or remove it for good. It works once.",
      ],
      action: { label: "Decide about the review", url },
    },
  };
}

/** Tells the author that the team has removed a review. */
export function removedMail(author: { email: string; name: string }, review: ReviewRow): Mail {
  return {
    to: author.email,
    subject: "Your review was removed",
    content: {
      title: "Your review was removed",
      preheader: "Several people had reported it.",
      paragraphs: [
        `As-salamu alaykum ${author.name},`,
        "several people reported a review of yours. Our team has read it and removed it, because it doesn't keep to our terms of use.",
        `You wrote: ${review.content}`,
        "If you think that this is a mistake, answer this mail.",
      ],
    },
    replyTo: site.supportEmail,
  };
}
