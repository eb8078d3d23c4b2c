/** Responses about the guardians of children. */
import * as z from "zod/mini";
import { threadKinds } from "../messages/messages.ts";

/** What students see of their guardian's confirmation. */
export const guardianStatusSchema = z.object({
  /** none: no child, or no email address of a guardian. */
  state: z.enum(["none", "waiting", "confirmed", "declined"]),
  address: z.nullable(z.string()),
  /** When the latest confirmation request was sent to the address. */
  requestedAt: z.nullable(z.string()),
});
export type GuardianStatus = z.output<typeof guardianStatusSchema>;
export type GuardianState = GuardianStatus["state"];

/** What a guardian sees of a child's conversations with the link from an email. */
export const guardianViewSchema = z.object({
  child: z.object({ _id: z.string(), name: z.string() }),
  conversations: z.array(
    z.object({
      threadId: z.string(),
      kind: z.enum(threadKinds),
      /** The course's title or the other person's name. */
      name: z.string(),
      /** Instant in ISO 8601, UTC. */
      lastMessageAt: z.string(),
    }),
  ),
});
export type GuardianView = z.output<typeof guardianViewSchema>;
