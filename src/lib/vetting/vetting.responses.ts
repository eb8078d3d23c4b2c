/** Responses about teachers' credentials and their review. */
import * as z from "zod/mini";
import { credentialsSchema } from "../people/people.responses.ts";
import { staffTableSchema } from "../staff/staff.responses.ts";
import {
  documentKinds,
  vettingEventKinds,
  vettingScopes,
  vettingStatuses,
} from "./vetting.rules.ts";

const document = z.object({
  _id: z.string(),
  kind: z.enum(documentKinds),
  name: z.string(),
  isPdf: z.boolean(),
  bytes: z.int(),
  at: z.string(),
});
export type VettingDocument = z.output<typeof document>;

const state = {
  status: z.enum(vettingStatuses),
  /** The last day of the verification, in UTC; null if the teacher isn't verified. */
  verifiedUntil: z.nullable(z.string()),
  scope: z.array(z.enum(vettingScopes)),
  submittedAt: z.nullable(z.string()),
};

export const ownVettingSchema = z.object({
  ...credentialsSchema.shape,
  ...state,
  /** Whether the profile has the badge. Teachers verified before reviews existed have no date. */
  isVerified: z.boolean(),
  documents: z.array(document),
  /** The latest event, with the reviewer's reasons. */
  lastEvent: z.nullable(
    z.object({ kind: z.enum(vettingEventKinds), reason: z.string(), at: z.string() }),
  ),
  /** What a teacher can't do without a verification. */
  limits: z.object({ publishing: z.boolean(), minors: z.boolean() }),
});
export type OwnVetting = z.output<typeof ownVettingSchema>;

const listedTeacher = z.object({
  _id: z.string(),
  name: z.string(),
  country: z.string(),
  status: z.enum(vettingStatuses),
  verifiedUntil: z.nullable(z.string()),
  isVerified: z.boolean(),
  submittedAt: z.nullable(z.string()),
  documents: z.int(),
  publishedCourses: z.int(),
});
export type ListedVetting = z.output<typeof listedTeacher>;

export const vettingListSchema = staffTableSchema(listedTeacher);

const event = z.object({
  _id: z.string(),
  kind: z.enum([...vettingEventKinds, "note"]),
  /** The member of staff. Null for what the teacher or a job did, and after an erasure. */
  by: z.nullable(z.string()),
  reason: z.string(),
  /** For `verified`. */
  scope: z.array(z.enum(vettingScopes)),
  until: z.nullable(z.string()),
  at: z.string(),
});
export type VettingEvent = z.output<typeof event>;

export const vettingDetailSchema = z.object({
  ...listedTeacher.shape,
  ...credentialsSchema.shape,
  scope: z.array(z.enum(vettingScopes)),
  userId: z.string(),
  email: z.string(),
  /** The version that the reviewer has read. A decision about another version is refused. */
  version: z.int(),
  documentList: z.array(document),
  /** Oldest first. */
  events: z.array(event),
  /** Null if the teacher has no payment account. */
  paymentAccount: z.nullable(
    z.object({
      country: z.nullable(z.string()),
      detailsSubmitted: z.boolean(),
      chargesEnabled: z.boolean(),
    }),
  ),
});
export type VettingDetail = z.output<typeof vettingDetailSchema>;
