import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { OwnProfile } from "#lib/people/people.responses.ts";
import type { RegistrationInput } from "#lib/people/people.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { getTexts } from "#translations/translate.ts";
import { welcomeMail } from "../accounts/accounts.mails.ts";
import { checkCurrentPassword } from "../accounts/passwords.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { requireOtherAddress } from "../guardians/guardian.ts";
import { queueGuardianRequest } from "../guardians/guardian-job.ts";
import { mayRequestGuardian } from "../guardians/guardian-requests.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { requireOwnUploads } from "../media/own-uploads.ts";
import { pageTags } from "../pages-tags.ts";
import { replaceCredentials } from "../vetting/credentials.ts";
import { findOwnProfile } from "./find-profile.ts";
import { type ProfileInput, toColumns } from "./profile-values.ts";

const t = getTexts("profileErrors");

/**
 * Completes the actor's account with a profile, sets the role, which can't change afterward, and
 * copies the profile's name to the account. The email address doesn't change. Sends a welcome
 * email.
 *
 * @param clientAddress the client's address, for rate limits.
 * @throws AppError `conflict` if there already is a profile; `invalid_input` if the password isn't
 * the account's own, the image isn't the actor's upload, or the guardian's address is the student's
 * own.
 */
export async function registerProfile(
  context: Context,
  actor: Actor,
  input: RegistrationInput,
  clientAddress?: string,
): Promise<OwnProfile> {
  if (actor.profile) throw alreadyRegistered();
  const { role, password, ...fields } = input;
  if (password) await checkCurrentPassword(context, actor, password, "password");
  const values: ProfileInput = fields;
  requireOtherAddress(actor.email, values.parentGuardianContact);
  const image = await requireOwnUploads(
    context,
    actor,
    values.profileImageUrl ? [values.profileImageUrl] : [],
    "profileImageUrl",
  );
  const row = {
    ...toColumns({ ...values, profileImageUrl: image[0] }),
    name: input.name,
    searchName: foldForSearch(input.name),
    country: input.country,
    userId: actor.userId,
    role,
  };
  const mayRequest = await mayRequestGuardian(context, values, clientAddress);
  const profile = await context.db
    .transaction(async (tx) => {
      const [added] = await tx.insert(profiles).values(row).returning();
      if (!added) throw new Error("The profile was not stored");
      await tx.update(users).set({ name: input.name }).where(eq(users.id, actor.userId));
      if (role === "teacher") await replaceCredentials(tx, added.id, values);
      await sendMail(context, tx, welcomeMail(context.config, actor.email, input.name, role));
      if (mayRequest) await queueGuardianRequest(context, tx, added.id);
      return added;
    })
    .catch((error: unknown) => {
      // A concurrent request from the same person has created the profile.
      if (findBrokenConstraint(error) === "profiles_user_id") throw alreadyRegistered();
      throw error;
    });
  await context.purgePages(role === "teacher" ? [pageTags.teachers] : [pageTags.students]);
  return findOwnProfile(context.db, profile);
}

function alreadyRegistered(): AppError {
  return new AppError("conflict", t("server.alreadyComplete"));
}
