/** The words of the mails about the newsletter. */
import { confirmationDays } from "#lib/newsletter/newsletter.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { newsletterUnsubscribeUrl, unsubscribeHeaders } from "./unsubscribe-token.ts";

/** Asks the owner of an address whether it was him who entered it. */
export function confirmationMail(config: Config, to: string, token: string): Mail {
  const query = new URLSearchParams({ token });
  return {
    to,
    subject: `Please confirm your ${site.name} newsletter`,
    content: {
      title: "One more step",
      preheader: "Confirm your address, and our newsletter comes to it.",
      paragraphs: [
        `Somebody, most likely you, asked for the ${site.name} newsletter with this address. Open the page below and confirm it there; the link is valid for ${confirmationDays} days.`,
        "If it wasn't you, ignore this email and you won't hear from us.",
      ],
      toStranger: true,
      action: {
        label: "Confirm your address",
        url: `${config.appUrl}/newsletter/confirm?${query}`,
      },
    },
  };
}

/** What an address gets that is on the list already: the form tells nobody who is. */
export function alreadySubscribedMail(config: Config, to: string): Mail {
  return listMail(config, to, {
    subject: `You already get the ${site.name} newsletter`,
    title: "You are on the list already",
    preheader: "There is nothing you need to do.",
    paragraphs: [
      `Somebody, most likely you, asked for the ${site.name} newsletter with this address. It comes to you already, so nothing was changed.`,
    ],
  });
}

export function welcomeMail(config: Config, to: string): Mail {
  return listMail(config, to, {
    subject: `Welcome to the ${site.name} newsletter`,
    title: "Welcome to the circle",
    preheader: "Your subscription is confirmed.",
    paragraphs: [
      "Your subscription is confirmed. From time to time we will write to you about new courses and teachers, and about studying the Quran well.",
      "You can leave with one click whenever you like: the link is under every letter.",
    ],
    action: { label: "Browse Courses", url: `${config.appUrl}/courses` },
  });
}

/** Tells the team that its list has grown. */
export function newSubscriberMail(email: string): Mail {
  return {
    to: site.supportEmail,
    subject: "A new newsletter subscriber",
    content: {
      title: "A new newsletter subscriber",
      preheader: `${email} has confirmed.`,
      paragraphs: [`${email} asked for the newsletter and has confirmed the address.`],
    },
  };
}

/** A mail to somebody on the list, with every way to leave it. */
function listMail(
  config: Config,
  to: string,
  { subject, ...content }: Mail["content"] & { subject: string },
): Mail {
  return {
    to,
    subject,
    headers: unsubscribeHeaders(config, to),
    content: { ...content, unsubscribeUrl: newsletterUnsubscribeUrl(config, to) },
  };
}
