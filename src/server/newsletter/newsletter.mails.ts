/** Emails about the newsletter. */

import { defaultLanguage } from "#lib/languages.ts";
import { confirmationDays } from "#lib/newsletter/newsletter.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Mail } from "../mail/mail.ts";
import { newsletterUnsubscribeUrl, unsubscribeHeaders } from "./unsubscribe-token.ts";

const t = getTexts("newsletter");
/** What the texts name. */
const here = { site: site.name };

/** Asks the owner of an address to confirm the subscription. */
export function confirmationMail(config: Config, to: string, token: string): Mail {
  const query = new URLSearchParams({ token });
  return {
    to,
    language: getLanguage(),
    subject: t("mail.confirm.subject", here),
    content: {
      recipientName: null,
      title: t("mail.confirm.title"),
      preheader: t("mail.confirm.preheader"),
      paragraphs: [
        t("mail.confirm.first", { ...here, days: confirmationDays }),
        t("mail.confirm.second"),
      ],
      because: t("mail.confirm.because", here),
      toStranger: true,
      action: {
        label: t("mail.confirm.action"),
        url: pageUrl(config, `/newsletter/confirm?${query}`),
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
    subject: t("mail.already.subject", here),
    title: t("mail.already.title"),
    preheader: t("mail.already.preheader"),
    paragraphs: [t("mail.already.text", here)],
  });
}

export function welcomeMail(config: Config, to: string): Mail {
  return listMail(config, to, {
    subject: t("mail.welcome.subject", here),
    title: t("mail.welcome.title"),
    preheader: t("mail.welcome.preheader"),
    paragraphs: [t("mail.welcome.first"), t("mail.welcome.second")],
    action: { label: t("mail.welcome.action"), url: pageUrl(config, "/courses") },
  });
}

/** Notifies staff of a new subscriber. */
export function newSubscriberMail(email: string): Mail {
  return {
    to: getSupportAddress(),
    language: defaultLanguage,
    subject: "A new newsletter subscriber",
    content: {
      recipientName: null,
      title: "A new newsletter subscriber",
      preheader: `${email} has confirmed.`,
      paragraphs: [`${email} signed up for the newsletter and confirmed the address.`],
      because: `this is the ${site.name} support address`,
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
    language: getLanguage(),
    subject,
    headers: unsubscribeHeaders(config, to),
    content: {
      ...content,
      recipientName: null,
      because: t("mail.because", here),
      unsubscribeUrl: newsletterUnsubscribeUrl(config, to),
    },
  };
}
