/** Copies of what was reported, as a case keeps them. Instants are ISO 8601. */
import * as z from "zod/mini";
import { credentialsSchema } from "../people/people.responses.ts";

const person = { authorId: z.string(), authorName: z.string() };

const messageEvidence = z.object({
  kind: z.literal("message"),
  id: z.string(),
  threadId: z.string(),
  seq: z.int(),
  ...person,
  text: z.string(),
  sentAt: z.string(),
  /** Whether the author had deleted the message when the case was opened. */
  wasDeleted: z.boolean(),
  /** Whether it is the reported message or one of its neighbors. */
  isReported: z.boolean(),
});

const reviewEvidence = z.object({
  kind: z.literal("review"),
  id: z.string(),
  ...person,
  rating: z.int(),
  text: z.string(),
  writtenAt: z.string(),
  resourceType: z.string(),
  resourceId: z.string(),
  wasHidden: z.boolean(),
});

const commentEvidence = z.object({
  kind: z.literal("comment"),
  id: z.string(),
  ...person,
  text: z.string(),
  writtenAt: z.string(),
  courseId: z.string(),
  courseTitle: z.string(),
  wasHidden: z.boolean(),
});

/** What somebody wrote, by the name of the field. */
const texts = z.array(z.object({ field: z.string(), text: z.string() }));

const profileEvidence = z.object({
  kind: z.literal("profile"),
  id: z.string(),
  name: z.string(),
  role: z.string(),
  texts,
  /** The path of the profile picture. */
  imageUrl: z.nullable(z.string()),
  /** What a teacher claimed. Missing for students, and in cases opened by an earlier version. */
  credentials: z.optional(credentialsSchema),
});

const introductionEvidence = z.object({
  kind: z.literal("introduction"),
  id: z.string(),
  teacherId: z.string(),
  teacherName: z.string(),
  /** The page of the video, or the path of the recording. */
  url: z.string(),
  /** The duration of a recording. */
  seconds: z.nullable(z.int()),
  addedAt: z.string(),
  wasHidden: z.boolean(),
});

const courseEvidence = z.object({
  kind: z.literal("course"),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Missing in cases opened by an earlier version. */
  texts: z.optional(texts),
  /** The paths of the images. Missing in cases opened by an earlier version. */
  imageUrls: z.optional(z.array(z.string())),
  teacherId: z.string(),
  teacherName: z.string(),
  status: z.string(),
  wasHidden: z.boolean(),
});

const classEvidence = z.object({
  kind: z.literal("class"),
  id: z.string(),
  courseId: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.string(),
  /** What the teacher has written about the class. Missing in cases opened by an earlier version. */
  note: z.optional(z.nullable(z.string())),
});

const paymentEvidence = z.object({
  kind: z.literal("payment"),
  id: z.string(),
  enrollmentId: z.string(),
  courseId: z.string(),
  courseTitle: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  amountCents: z.int(),
  refundedCents: z.int(),
  status: z.string(),
  paidAt: z.nullable(z.string()),
});

const contactEvidence = z.object({
  kind: z.literal("contact"),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  text: z.string(),
  source: z.string(),
  sentAt: z.string(),
});

const pictureEvidence = z.object({
  kind: z.literal("picture"),
  /** The ID of the contact message with which the picture was sent. */
  id: z.string(),
  senderName: z.string(),
  url: z.string(),
  sentAt: z.string(),
});

export const caseEvidenceSchema = z.discriminatedUnion("kind", [
  messageEvidence,
  reviewEvidence,
  commentEvidence,
  profileEvidence,
  introductionEvidence,
  courseEvidence,
  classEvidence,
  paymentEvidence,
  contactEvidence,
  pictureEvidence,
]);
export type CaseEvidence = z.infer<typeof caseEvidenceSchema>;

/** Evidence as it is stored. Staff read it without the key, and get paths that only they can open. */
export type FrozenEvidence = CaseEvidence & {
  /** Of recordings, and of pictures in contact messages: the file's name in the storage. */
  key?: string | null;
};
