/** Emails about reviews. */
import { defaultLanguage } from "#lib/languages.ts";
import { reportsThatHide } from "#lib/reviews/reviews.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import { type Appealable, appealAction, appealText } from "../cases/appeal.mails.ts";
import type { reviews } from "../db/tables/reviews.table.ts";
import type { Mail } from "../mail/mail.ts";

const t = getTexts("reviews");

type ReviewRow = typeof reviews.$inferSelect;

/** Asks staff to decide about a reported review. */
export function reportedMail(to: string, review: ReviewRow, url: string): Mail {
  const { id, authorId, resourceType, resourceId, rating, content, hiddenAt } = review;
  const state = hiddenAt
    ? "It is hidden and doesn't count toward any rating until you decide."
    : `It is still visible, because fewer than ${reportsThatHide} of them had attended a class before the review was written.`;
  return {
    to,
    language: defaultLanguage,
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
      because: `this is the ${site.name} support address`,
    },
  };
}

/** Why a review was removed with the link in an email, as its author reads it. */
export const removalReason = (): string => t("mail.removed.text");

/** Notifies the author that staff removed a review. */
export function removedMail(
  author: { email: string; name: string },
  review: ReviewRow,
  appeal: Appealable | undefined,
): Mail {
  return {
    to: author.email,
    language: getLanguage(),
    subject: t("mail.removed.subject"),
    content: {
      recipientName: author.name,
      title: t("mail.removed.subject"),
      preheader: t("mail.removed.preheader"),
      paragraphs: [
        removalReason(),
        t("mail.removed.quote", { content: isolatedInRtl(review.content) }),
        ...(appeal ? [appealText(appeal)] : []),
      ],
      ...(appeal && { action: appealAction(appeal) }),
      because: t("mail.removed.because", { site: site.name }),
    },
    replyTo: getSupportAddress(),
  };
}
