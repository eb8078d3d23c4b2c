/**
 * Jobs for messages: digests of unread messages, copies for guardians, and deleting old
 * conversations and the texts of deleted messages.
 */
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { mailDigests } from "./digest.ts";
import { mailGuardianCopies } from "./guardians/guardian-copies.ts";
import { deleteOldConversations, removeDeletedTexts } from "./retention.ts";

export function defineMessageJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "message-mails",
      retryLimit: 0,
      cron: "* * * * *",
      async handle() {
        await mailDigests(context);
        await mailGuardianCopies(context);
      },
    }),
    defineJob({
      name: "message-retention",
      retryLimit: 2,
      cron: "20 3 * * *",
      async handle() {
        await removeDeletedTexts(context);
        await deleteOldConversations(context);
      },
    }),
  ];
}
