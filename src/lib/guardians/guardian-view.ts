/** What guardians request with the link from an email: a child's page and conversations. */
import * as z from "zod/mini";
import { getTexts } from "#translations/guardian-page.ts";
import { email } from "../accounts/accounts.ts";
import { honeypot, honeypotField } from "../honeypot.ts";
import { requiredProse } from "../text/text-schemas.ts";
import { maxTeacherMessage } from "./guardian-page.rules.ts";

const t = getTexts("guardianPage");

const token = z.string().check(z.maxLength(200));
const profileId = z.string().check(z.maxLength(64));

/** One of the link's children; by default the first one. */
const which = { token, childId: z.optional(profileId) };

export const guardianInput = z.object(which);
export type GuardianInput = z.output<typeof guardianInput>;

export const guardianTokenInput = z.object({ token });

export const guardianMessagesInput = z.object({
  ...which,
  threadId: z.string().check(z.maxLength(64)),
  before: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
});
export type GuardianMessagesInput = z.output<typeof guardianMessagesInput>;

/** A guardian's message to one of the child's teachers. */
export const teacherMessageInput = z.object({
  token,
  childId: profileId,
  teacherId: profileId,
  text: requiredProse(maxTeacherMessage, () => t("contact.empty")),
});
export type TeacherMessageInput = z.output<typeof teacherMessageInput>;

/** A guardian's request for a new link. */
export const guardianLinkInput = z.object({ email, [honeypotField]: honeypot });
export type GuardianLinkInput = z.output<typeof guardianLinkInput>;
