/** The emails of the Zoom app. */

import { site } from "#lib/site/site.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import { codeLifetimeMs } from "../accounts/one-time-codes.ts";
import type { Config } from "../config/config.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Mail } from "../mail/mail.ts";

const t = getTexts("zoomApp");

/** What the texts name. */
const here = { site: site.name };

/** Contains no name, so that an address without an account takes the same amount of work. */
export function zoomLinkCodeMail(to: string, code: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.code.subject", here),
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      recipientName: null,
      title: t("mail.code.title", here),
      preheader: t("mail.code.preheader", here),
      paragraphs: [t("mail.code.text", here)],
      code,
      note: t("mail.code.note"),
      because: t("mail.because", here),
    },
  };
}

/** Notifies the owner of the account, who may not be the one who entered the code. */
export function zoomLinkedMail(
  config: Pick<Config, "appUrl">,
  { email, name }: { email: string; name: string },
): Mail {
  return {
    to: email,
    language: getLanguage(),
    subject: t("mail.linked.subject", here),
    content: {
      recipientName: name,
      title: t("mail.linked.title"),
      preheader: t("mail.linked.preheader"),
      paragraphs: [t("mail.linked.first", here), t("mail.linked.second"), t("mail.linked.third")],
      action: { label: t("mail.linked.action"), url: pageUrl(config, "/dashboard?tab=settings") },
      because: t("mail.because", here),
    },
  };
}
