/** Emails about the newsletter. */
import { confirmationDays } from "#lib/newsletter/newsletter.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { newsletterUnsubscribeUrl, unsubscribeHeaders } from "./unsubscribe-token.ts";

/** Asks the owner of an address to confirm the subscription. */
export function confirmationMail(config: Config, to: string, token: string): Mail {
  const query = new URLSearchParams({ token });
  return {
    to,
    subject: `Please confirm your ${site.name} newsletter subscription`,
    content: {
      recipientName: null,
      title: "Confirm your subscription",
      preheader: "Confirm your email address to get our newsletter.",
      paragraphs: [
        `Someone, most likely you, signed up for the ${site.name} newsletter with this email address. Please confirm your subscription. The link works for ${confirmationDays} days.`,
        "If it wasn't you, you can ignore this email, and you won't hear from us again.",
      ],
      because: `this email address was entered on ${site.name}`,
      toStranger: true,
      action: {
        label: "Confirm your address",
        url: `${config.appUrl}/newsletter/confirm?${query}`,
      },
    },
  };
}

/**
 * Informs the owner of an address that it is already subscribed. The form itself doesn't reveal
 * this.
 */
export function alreadySubscribedMail(config: Config, to: string): Mail {
  return listMail(config, to, {
    subject: `You already get the ${site.name} newsletter`,
    title: "You're already subscribed",
    preheader: "You don't need to do anything.",
    paragraphs: [
      `Someone, most likely you, signed up for the ${site.name} newsletter with this email address. You're already subscribed, so nothing has changed.`,
    ],
  });
}

export function welcomeMail(config: Config, to: string): Mail {
  return listMail(config, to, {
    subject: `Welcome to the ${site.name} newsletter`,
    title: "Welcome to the circle",
    preheader: "Your subscription is confirmed.",
    paragraphs: [
      "Your subscription is confirmed. About once a month, we'll write to you about new courses and teachers, and share tips on studying the Quran.",
      "You can unsubscribe with one click at any time. There's a link in every email.",
    ],
    action: { label: "Browse courses", url: `${config.appUrl}/courses` },
  });
}

/** Notifies staff of a new subscriber. */
export function newSubscriberMail(email: string): Mail {
  return {
    to: site.supportEmail,
    subject: "A new newsletter subscriber",
    content: {
      recipientName: null,
      title: "A new newsletter subscriber",
      preheader: `${email} has confirmed.`,
      paragraphs: [`${email} signed up for the newsletter and confirmed the address.`],
      because: `it was sent to the ${site.name} team`,
    },
  };
}

/** An email to a subscriber, with unsubscribe headers and an unsubscribe link. */
function listMail(
  config: Config,
  to: string,
  { subject, ...content }: Omit<Mail["content"], "recipientName" | "because"> & { subject: string },
): Mail {
  return {
    to,
    subject,
    headers: unsubscribeHeaders(config, to),
    content: {
      ...content,
      recipientName: null,
      because: `you subscribed to the ${site.name} newsletter`,
      unsubscribeUrl: newsletterUnsubscribeUrl(config, to),
    },
  };
}
