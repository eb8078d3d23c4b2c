/** Responses about the guardians of children. */
import * as z from "zod/mini";
import { threadKinds } from "../messages/messages.ts";

/** The status of the guardian's confirmation, as visible to the student. */
export const guardianStatusSchema = z.object({
  /** none: the student isn't a child or has no guardian's email address. */
  state: z.enum(["none", "waiting", "confirmed", "declined"]),
  address: z.nullable(z.string()),
  /** When the latest confirmation request was sent to the address. */
  requestedAt: z.nullable(z.string()),
});
export type GuardianStatus = z.output<typeof guardianStatusSchema>;
export type GuardianState = GuardianStatus["state"];

/** The conversations of a child that a guardian can read with the link from an email. */
export const guardianViewSchema = z.object({
  child: z.object({ _id: z.string(), name: z.string() }),
  conversations: z.array(
    z.object({
      threadId: z.string(),
      kind: z.enum(threadKinds),
      /** The course's title or the other person's name. */
      name: z.string(),
      /** ISO 8601 instant in UTC. */
      lastMessageAt: z.string(),
    }),
  ),
});
export type GuardianView = z.output<typeof guardianViewSchema>;
