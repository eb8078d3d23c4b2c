/** Letters and suppressed addresses as the console shows them. */
import * as z from "zod/mini";
import { inEachLanguage, languages } from "../languages.ts";
import { staffTableSchema } from "../staff/staff.responses.ts";
import {
  deliveryReasons,
  letterAudiences,
  letterKinds,
  letterStatuses,
  suppressionReasons,
} from "./letters.rules.ts";

const progress = z.object({
  /** All addresses. 0 until the letter is sent. */
  total: z.int(),
  /** Emails that are still to be sent. */
  waiting: z.int(),
  sent: z.int(),
  skipped: z.int(),
  failed: z.int(),
});
export type LetterProgress = z.output<typeof progress>;

export const letterRowSchema = z.object({
  _id: z.string(),
  kind: z.enum(letterKinds),
  status: z.enum(letterStatuses),
  audience: z.enum(letterAudiences),
  /** In English. Empty until it is written. */
  subject: z.string(),
  progress,
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
});
export type LetterRow = z.output<typeof letterRowSchema>;

export const lettersSchema = staffTableSchema(letterRowSchema);

const text = z.object({ subject: z.string(), preheader: z.string(), body: z.string() });

export const letterSchema = z.object({
  ...letterRowSchema.shape,
  language: z.nullable(z.enum(languages)),
  activeDays: z.nullable(z.int()),
  ratePerHour: z.int(),
  revision: z.int(),
  texts: z.object(inEachLanguage(text)),
  /** How many addresses would get the letter now. */
  recipients: z.int(),
  /** Why emails were skipped or failed, with their number. */
  reasons: z.array(z.object({ reason: z.enum(deliveryReasons), count: z.int() })),
  pausedBecause: z.nullable(z.string()),
  /** The name of the member of staff. */
  createdBy: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Whether the role of the member of staff may send letters. */
  maySend: z.boolean(),
});
export type LetterDetail = z.output<typeof letterSchema>;

export const suppressionRowSchema = z.object({
  _id: z.string(),
  email: z.string(),
  reason: z.enum(suppressionReasons),
  note: z.string(),
  createdAt: z.string(),
});
export type SuppressionRow = z.output<typeof suppressionRowSchema>;

export const suppressionsSchema = staffTableSchema(suppressionRowSchema);
