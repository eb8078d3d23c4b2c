/** What a guardian sees of a child's conversations by the link in a mail. */
import * as z from "zod/mini";
import type { ThreadKind } from "../messages/messages.ts";

export interface GuardianView {
  child: { _id: string; name: string };
  conversations: {
    threadId: string;
    kind: ThreadKind;
    /** The course's title or the other person's name. */
    name: string;
    /** Instant in ISO 8601, UTC. */
    lastMessageAt: string;
  }[];
}

export const guardianTexts = {
  ended: "This link has ended. The next mail about your child's messages brings a new one.",
} as const;

export const guardianInput = z.object({ token: z.string().check(z.maxLength(200)) });

export const guardianMessagesInput = z.object({
  token: z.string().check(z.maxLength(200)),
  threadId: z.string().check(z.maxLength(64)),
  before: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
});
