/** Responses about the user's own account. */
import * as z from "zod/mini";
import { languages } from "../languages.ts";

/** A browser in which the user is logged in. Times are ISO 8601 in UTC. */
export const sessionSchema = z.object({
  _id: z.string(),
  /** A readable name, such as 'Firefox on Windows'. */
  device: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether this is the session that made the request. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof sessionSchema>;

export const sessionsSchema = z.array(sessionSchema);

/** The language of the user's emails, and the languages that the site offers. */
export const languageSettingsSchema = z.object({
  language: z.enum(languages),
  offered: z.array(z.enum(languages)),
});
export type LanguageSettings = z.output<typeof languageSettingsSchema>;
