/** The emails of the guardian's page. */
import { site } from "#lib/site/site.ts";
import { isolatedInRtl, listTexts } from "#lib/text/bidi.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Guardian } from "../guardians/guardian.ts";
import { messageLinkDays } from "../guardians/message-links.ts";
import type { RecipientMail } from "../guardians/recipients.ts";
import type { Mail } from "../mail/mail.ts";

const t = getTexts("guardianPage");

/** Why a guardian gets a link: the form was used, or the guardian has just confirmed. */
export type LinkReason = "requested" | "confirmed";

/** @param children empty for an email that isn't sent. */
export function pageLinkMail(
  to: string,
  children: readonly Guardian[],
  { url, reason }: { url: string; reason: LinkReason },
): Mail {
  const about = reason === "confirmed" ? "mail.confirmed" : "mail.link";
  const subject = t("mail.link.subject", { site: site.name });
  const names = children.map(({ child }) => isolatedInRtl(child));
  return {
    to,
    language: getLanguage(),
    subject,
    content: {
      recipientName: children[0]?.name ?? null,
      title: subject,
      preheader: t("mail.link.preheader"),
      paragraphs: [t(`${about}.text`)],
      facts: [
        { name: t("mail.link.children", { count: names.length }), value: listTexts(names) },
        { name: t("mail.link.valid"), value: t("mail.link.days", { days: messageLinkDays }) },
      ],
      action: { label: t("mail.link.action"), url },
      note: t(`${about}.note`),
      because: t(`${about}.because`, { site: site.name }),
    },
  };
}

/** A guardian's message, for the teacher. Replies go to the guardian. */
export function writeTeacherMessage(
  { child: childName, name, address }: Guardian,
  text: string,
): RecipientMail {
  const child = isolatedInRtl(childName);
  const subject = t("mail.message.subject", { child });
  return {
    replyTo: address,
    subject,
    content: {
      title: subject,
      preheader: t("mail.message.preheader"),
      paragraphs: [t("mail.message.first", { child }), text],
      facts: [
        { name: t("mail.message.student"), value: child },
        ...(name ? [{ name: t("mail.message.guardian"), value: isolatedInRtl(name) }] : []),
        { name: t("mail.message.address"), value: isolatedInRtl(address) },
      ],
      note: t("mail.message.note"),
      because: t("mail.message.because", { child }),
    },
  };
}
