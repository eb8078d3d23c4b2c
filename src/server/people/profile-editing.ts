import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { OwnProfile } from "#lib/people/people.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile } from "../actor.ts";
import { applyTimeZone } from "../classes/apply-time-zone.ts";
import type { Context } from "../context.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { notifyOfRemoval } from "../guardians/former-guardian.ts";
import {
  findGuardianFields,
  findOrRequestGuardian,
  guardianColumns,
  readGuardianAddress,
  requireOtherAddress,
} from "../guardians/guardian.ts";
import { mayRequestGuardian } from "../guardians/guardian-requests.ts";
import { releaseUploads } from "../media/media.jobs.ts";
import { requireOwnUploads } from "../media/own-uploads.ts";
import { studentNotFound, teacherNotFound } from "../profile-not-found.ts";
import { findAuthorTags } from "../reviews/resource.ts";
import { endVerification, replaceCredentials } from "../vetting/credentials.ts";
import { findOwnProfile, profileNotFound } from "./find-profile.ts";
import { type ProfileInput, toColumns } from "./profile-values.ts";

const t = getTexts("profileErrors");

/**
 * Changes the given fields of the actor's own profile. A new name is copied to the account.
 * @param clientAddress the client's address, for rate limits.
 * @throws AppError `forbidden` for anyone else's profile, whether or not it exists; `not_found` for
 * the actor's own ID under the other role; `invalid_input` if the image isn't the actor's upload,
 * or the guardian's address is the student's own.
 */
export async function updateProfile(
  context: Context,
  actor: Actor,
  target: { role: Role; profileId: string },
  input: ProfileInput,
  clientAddress?: string,
): Promise<OwnProfile> {
  const { profile } = requireProfile(actor);
  if (profile.id !== target.profileId) {
    throw new AppError("forbidden", t("server.otherProfile"));
  }
  if (profile.role !== target.role) {
    throw target.role === "teacher" ? teacherNotFound() : studentNotFound();
  }
  const changes = { ...toColumns(input), updatedAt: new Date() };
  const mayRequest = await mayRequestGuardian(context, input, clientAddress);
  await context.db.transaction(async (tx) => {
    const own = and(eq(profiles.id, profile.id), eq(profiles.userId, actor.userId));
    const [before] = await tx.select().from(profiles).where(own).for("no key update");
    if (!before) throw profileNotFound();
    requireOtherAddress(actor.email, input.parentGuardianContact, before.parentGuardianContact);
    const guardianBefore = await findGuardianFields(tx, profile.id);
    if (changes.profileImageUrl) {
      const [url] = await requireOwnUploads(
        { ...context, db: tx },
        actor,
        [changes.profileImageUrl],
        "profileImageUrl",
        before.profileImageUrl ? [before.profileImageUrl] : [],
      );
      changes.profileImageUrl = url ?? null;
    }
    const consent = guardianColumnsAfter(before, changes);
    const [after] = await tx
      .update(profiles)
      .set({ ...changes, ...consent })
      .where(own)
      .returning(guardianColumns);
    if (mayRequest && after) await findOrRequestGuardian(context, tx, after);
    if (guardianBefore && after) await notifyOfRemoval(context, tx, guardianBefore, after);
    const { profileImageUrl: image = before.profileImageUrl } = changes;
    if (before.profileImageUrl && image !== before.profileImageUrl) {
      await releaseUploads(context, tx, [before.profileImageUrl]);
    }
    if (input.name !== undefined) {
      await tx.update(users).set({ name: input.name }).where(eq(users.id, actor.userId));
    }
    if (profile.role === "teacher") {
      await replaceCredentials(tx, profile.id, input);
      // The documents were verified under the earlier name.
      if (input.name !== undefined && input.name !== before.name) {
        await endVerification(tx, profile.id);
      }
    }
    if (changes.timeZone && changes.timeZone !== before.timeZone && profile.role === "teacher") {
      await applyTimeZone(context, tx, profile.id);
    }
  });
  const [own, written] = await Promise.all([
    findProfileTags(context.db, profile),
    findAuthorTags(context.db, actor.userId),
  ]);
  await context.purgePages([...own, ...written]);
  return findOwnProfile(context.db, profile);
}

/**
 * A changed address is unconfirmed, even if it was confirmed before. A refusal is kept, so that
 * removing and re-entering the address doesn't allow another request.
 */
function guardianColumnsAfter(
  before: typeof profiles.$inferSelect,
  { parentGuardianContact }: Partial<typeof profiles.$inferInsert>,
): Partial<typeof profiles.$inferInsert> {
  if (parentGuardianContact === undefined) return {};
  const address = readGuardianAddress(parentGuardianContact);
  return address !== undefined && address === readGuardianAddress(before.parentGuardianContact)
    ? {}
    : { guardianConfirmed: null };
}
