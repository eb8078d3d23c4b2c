/** Messages to staff: the inputs of the /contact and /support forms and the API. */
import * as z from "zod/mini";
import { getTexts } from "#translations/contact.ts";
import { email } from "../accounts/accounts.ts";
import { visitorSubject } from "../cases/cases.ts";
import { honeypot, honeypotField } from "../honeypot.ts";
import { requiredLine, requiredProse, withoutWebAddress } from "../text/text-schemas.ts";

const t = getTexts("contact");

/** The page from which a message was sent. */
export const contactSources = ["contact", "support"] as const;
export type ContactSource = (typeof contactSources)[number];

/** The maximum length of each field, in characters. */
export const contactLengths = { name: 100, email: 254, subject: 150, message: 5_000 } as const;

export const contactInput = z.object({
  name: requiredLine(contactLengths.name, () => t("invalid.name")).check(withoutWebAddress),
  email,
  subject: requiredLine(contactLengths.subject, () => t("invalid.subject")),
  message: requiredProse(contactLengths.message, () => t("invalid.message")),
  source: z._default(z.enum(contactSources, { error: () => t("invalid.source") }), "contact"),
  ...visitorSubject,
  [honeypotField]: honeypot,
});
export type ContactInput = z.output<typeof contactInput>;

/** The name of the form's image field. */
export const contactPictureField = "picture";
