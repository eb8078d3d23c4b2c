/** The text of emails about accounts. */

import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import type { Role } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Mail } from "../mail/mail.ts";
import { codeLifetimeMs } from "./one-time-codes.ts";

type Site = Pick<Config, "appUrl">;

const t = getTexts("accounts");

/** Sent to an unverified address, so it contains no text that a visitor entered. */
export function signUpCodeMail(to: string, code: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.signUpCode.subject", { site: site.name }),
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      recipientName: null,
      title: t("mail.signUpCode.title"),
      preheader: t("mail.signUpCode.preheader"),
      paragraphs: [t("mail.signUpCode.text", { site: site.name })],
      code,
      note: t("mail.notYou"),
      because: t("mail.signUpCode.because", { site: site.name }),
      toStranger: true,
    },
  };
}

export function accountExistsMail(config: Site, to: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.accountExists.subject", { site: site.name }),
    content: {
      recipientName: null,
      title: t("mail.accountExists.title"),
      preheader: t("mail.accountExists.preheader"),
      paragraphs: [
        t("mail.accountExists.text", { site: site.name }),
        t("mail.accountExists.next"),
        t("mail.accountExists.notYou"),
      ],
      action: { label: t("mail.logIn"), url: pageUrl(config, "/login") },
      because: t("mail.hasAccount", { site: site.name }),
    },
  };
}

/** Contains no name, so that an address without an account takes the same amount of work. */
export function resetCodeMail(to: string, code: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.resetCode.subject", { site: site.name }),
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      recipientName: null,
      title: t("mail.resetCode.title"),
      preheader: t("mail.resetCode.preheader"),
      paragraphs: [t("mail.resetCode.text")],
      code,
      note: t("mail.notYou"),
      because: t("mail.hasAccount", { site: site.name }),
    },
  };
}

export function passwordChangedMail(config: Site, to: string, name: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.passwordChanged.subject", { site: site.name }),
    content: {
      recipientName: name,
      title: t("mail.passwordChanged.title"),
      preheader: t("mail.passwordChanged.preheader"),
      paragraphs: [
        t("mail.passwordChanged.text"),
        t("mail.passwordChanged.notYou", { address: isolatedInRtl(getSupportAddress()) }),
      ],
      action: { label: t("mail.logIn"), url: pageUrl(config, "/login") },
      because: t("mail.hasAccount", { site: site.name }),
    },
  };
}

/** Sent once, when the profile is completed. */
export function welcomeMail(config: Site, to: string, name: string, role: Role): Mail {
  const { next, action } = firstSteps[role]();
  return {
    to,
    language: getLanguage(),
    subject: t("mail.welcome.subject", { site: site.name }),
    content: {
      recipientName: name,
      title: t("mail.welcome.subject", { site: site.name }),
      preheader: t("mail.welcome.preheader"),
      paragraphs: [t("mail.welcome.text", { site: site.name }), next],
      action: { label: action.label, url: pageUrl(config, action.path) },
      because: t("mail.welcome.because", { site: site.name }),
    },
  };
}

const firstSteps: Record<Role, () => { next: string; action: { label: string; path: string } }> = {
  student: () => ({
    next: t("mail.welcome.student"),
    action: { label: t("mail.welcome.browse"), path: "/courses" },
  }),
  teacher: () => ({
    next: t("mail.welcome.teacher", { services: meetingServiceNames }),
    action: { label: t("mail.welcome.create"), path: "/add-course" },
  }),
};

export function accountDeletedMail(to: string, name: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.deleted.subject", { site: site.name }),
    content: {
      recipientName: name,
      title: t("mail.deleted.title"),
      preheader: t("mail.deleted.preheader"),
      paragraphs: [
        t("mail.deleted.text"),
        t("mail.deleted.welcomeBack"),
        t("mail.deleted.notYou", { address: isolatedInRtl(getSupportAddress()) }),
      ],
      because: t("mail.deleted.because", { site: site.name }),
    },
  };
}
