/** The text of the email that asks a guardian to confirm. */

import { guardianConfirmationDays } from "#lib/guardians/guardian-consent.ts";
import { guardianAge } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { consentUrl, type RequestedAddress } from "./consent-links.ts";

const t = getTexts("guardians");

/** Contains no text that a user entered, and no link except the one for confirming. */
export async function confirmationRequest(
  config: Config,
  requested: RequestedAddress,
): Promise<Mail> {
  return {
    to: requested.address,
    language: getLanguage(),
    subject: t("mail.request.subject", { site: site.name }),
    content: {
      recipientName: null,
      title: t("mail.request.title"),
      preheader: t("mail.request.preheader"),
      paragraphs: [
        t("mail.request.text", { site: site.name, age: guardianAge }),
        t("mail.request.next"),
      ],
      action: {
        label: t("mail.request.action"),
        url: await consentUrl(config, requested),
      },
      note: t("mail.request.note", { days: guardianConfirmationDays }),
      because: t("mail.request.because", { site: site.name }),
      toStranger: true,
    },
  };
}
