/** The emails of letters. */
import { unsubscribeName } from "#lib/account-settings/unsubscribe.ts";
import { defaultLanguage, type Language } from "#lib/languages.ts";
import type { LetterKind } from "#lib/letters/letters.rules.ts";
import type { LetterText } from "#lib/letters/letters.ts";
import { site } from "#lib/site/site.ts";
import { withDirection } from "#lib/text/bidi.ts";
import { formatList } from "#lib/text/display-names.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { oneClickHeaders, unsubscribeUrl } from "../mail/unsubscribe-link.ts";
import { readMarkdown } from "../markdown/markdown.ts";
import { newsletterUnsubscribeUrl } from "../newsletter/unsubscribe-token.ts";
import { layout, type MailContent } from "../providers/mail/layout.ts";
import type { OutgoingMail } from "../providers/mail/mail.ts";

const t = getTexts("staffLetters");
const guardianTexts = getTexts("guardians");
const newsletterTexts = getTexts("newsletter");

export type LetterTexts = Partial<Record<Language, LetterText>>;

/** The person to whom a letter is written. */
export type Addressee = { to: string; language: Language } & (
  | { as: "subscriber" }
  | { as: "account"; name: string | null }
  | { as: "guardian"; name: string | null; children: { name: string; profileId: string }[] }
);

export const isWritten = (text: LetterText | undefined): text is LetterText =>
  text !== undefined && text.subject !== "" && text.body !== "";

/** The text in the language, or else in English, with the language that it is in. */
export function pickLetterText(
  texts: LetterTexts,
  language: Language,
): { text: LetterText; language: Language } {
  const own = texts[language];
  if (isWritten(own)) return { text: own, language };
  const text = texts[defaultLanguage] ?? { subject: "", preheader: "", body: "" };
  return { text, language: defaultLanguage };
}

/** Writes a letter in the language of its text, so that its greeting and its closing lines fit. */
export async function composeLetter(
  config: Config,
  { kind, texts }: { kind: LetterKind; texts: LetterTexts },
  addressee: Addressee,
): Promise<Mail> {
  const { text, language } = pickLetterText(texts, addressee.language);
  const unsubscribe = await findUnsubscribeUrl(config, kind, addressee);
  return {
    to: addressee.to,
    language,
    subject: text.subject,
    content: {
      title: text.subject,
      preheader: text.preheader,
      paragraphs: [],
      blocks: readMarkdown(text.body),
      ...(unsubscribe !== undefined && { unsubscribeUrl: unsubscribe }),
      ...runWithLanguage(language, () => frame(kind, addressee)),
    },
    ...(unsubscribe !== undefined && { headers: oneClickHeaders(unsubscribe) }),
  };
}

export const renderLetter = ({ to, language, subject, content, headers }: Mail): OutgoingMail =>
  runWithLanguage(language, () => ({
    to,
    subject: withDirection(subject),
    ...layout(content),
    ...(headers && { headers }),
  }));

/** The greeting, and why the recipient gets the letter. */
function frame(
  kind: LetterKind,
  addressee: Addressee,
): Pick<MailContent, "recipientName" | "because" | "opening" | "unsubscribeFrom"> {
  if (addressee.as === "guardian") {
    const child = formatList(addressee.children.map(({ name }) => name));
    return {
      recipientName: addressee.name,
      opening: guardianTexts("mail.copy.because", { child }),
      because: null,
      unsubscribeFrom: unsubscribeName("guardian"),
    };
  }
  return {
    recipientName: addressee.as === "account" ? addressee.name : null,
    because:
      kind === "newsletter"
        ? newsletterTexts("mail.because", { site: site.name })
        : t("mail.because", { site: site.name }),
  };
}

/** Policy notices aren't optional for people with an account. All emails to guardians are. */
async function findUnsubscribeUrl(
  config: Config,
  kind: LetterKind,
  addressee: Addressee,
): Promise<string | undefined> {
  if (addressee.as === "guardian") {
    const [first] = addressee.children;
    if (!first) return undefined;
    const subscription = { list: "guardian", profileId: first.profileId, isForAll: true } as const;
    return unsubscribeUrl(config, subscription, addressee.to);
  }
  return kind === "newsletter" ? newsletterUnsubscribeUrl(config, addressee.to) : undefined;
}
