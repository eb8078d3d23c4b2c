import { and, eq, isNotNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { retireFiles } from "../media/held-files.ts";
import { closeCheckout } from "../payments/checkout/checkout.ts";
import { endPlanOf } from "../plans/plan-deletion.ts";
import { lockCourses } from "./deletion.ts";
import { erasePerson } from "./erasure/erase.ts";
import { listOpenCheckouts } from "./erasure/erase-seats.ts";
import { deletionJobs, queueExternalCleanup } from "./queue-cleanup.ts";

/**
 * Retries for about a day, which outlasts most outages of a provider or file store. After that, the
 * log shows the failure.
 */
const retries = { retryLimit: 3_000, retryDelayMax: 30 };

/** Defines the cleanup jobs that run after an account is deleted. */
export function defineDeletionJobs(context: Context): JobDefinition[] {
  return [
    defineJob<{ keys: string[] }>({
      name: deletionJobs.files,
      ...retries,
      handle: ({ keys }) => retireFiles(context, keys),
    }),
    defineJob<{ userId: string }>({
      name: deletionJobs.rest,
      ...retries,
      handle: ({ userId }) => finishDeletion(context, userId),
    }),
  ];
}

/**
 * Erases data that requests in flight wrote after the deletion, and closes open checkouts.
 * @throws Stripe's errors when the provider is unavailable.
 */
async function finishDeletion(context: Context, userId: string): Promise<void> {
  const profile = await transact(context.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.deletedAt)))
      .for("update");
    if (!user) return undefined;
    const [own] = await tx
      .select({ id: profiles.id, role: profiles.role })
      .from(profiles)
      .where(eq(profiles.userId, userId));
    if (own) await lockCourses(tx, own);
    await queueExternalCleanup(context, tx, await erasePerson(tx, user));
    return own;
  });
  await endPlanOf(context, userId);
  if (!profile) return;
  for (const { id } of await listOpenCheckouts(context.db, profile.id)) {
    await closeCheckout(context, id);
  }
}
