/**
 * Jobs for messages: digests of unread messages, copies for guardians, and deleting old
 * conversations and the texts of deleted messages.
 */
import type { Context } from "../context.ts";
import { startBatch } from "../jobs/batch.ts";
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
        const batch = startBatch(context);
        await batch.attempt({ mails: "digests" }, () => mailDigests(context));
        await batch.attempt({ mails: "guardian copies" }, () => mailGuardianCopies(context));
        batch.end();
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
