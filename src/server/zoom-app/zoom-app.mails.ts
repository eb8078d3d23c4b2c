/** The emails of the Zoom app. */
import { site } from "#lib/site/site.ts";
import { codeLifetimeMs } from "../accounts/one-time-codes.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";

const hasAccount = `you have a ${site.name} account`;

/** Contains no name, so that an address without an account takes the same work. */
export function zoomLinkCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: `Your ${site.name} code for Zoom`,
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      recipientName: null,
      title: `Log in to ${site.name} in Zoom`,
      preheader: `Enter this code in the ${site.name} app in Zoom. It expires in 10 minutes.`,
      paragraphs: [
        `We received a request to use your account in the ${site.name} app in Zoom. Enter this code there. It expires in 10 minutes and can be used once.`,
      ],
      code,
      note: "If this wasn't you, you can ignore this email. Never share this code with anyone, not even with your teacher.",
      because: hasAccount,
    },
  };
}

/** Notifies the owner of the account, who may not be the one who entered the code. */
export function zoomLinkedMail(
  { appUrl }: Pick<Config, "appUrl">,
  { email, name }: { email: string; name: string },
): Mail {
  return {
    to: email,
    subject: `Your ${site.name} account was linked to Zoom`,
    content: {
      recipientName: name,
      title: "Your account was linked to Zoom",
      preheader: "You can now follow your classes in Zoom. You can unlink Zoom at any time.",
      paragraphs: [
        `Your account was just linked to a Zoom user. From now on, the ${site.name} app in Zoom opens your classes without a code.`,
        "The app can follow and lead the live pages of your classes. It can't see your messages, your payments or your settings.",
        "You can unlink Zoom in your settings at any time. If this wasn't you, unlink it now and change your password.",
      ],
      action: { label: "Open settings", url: `${appUrl}/dashboard?tab=settings` },
      because: hasAccount,
    },
  };
}
