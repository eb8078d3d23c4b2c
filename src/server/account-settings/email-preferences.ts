/** A person's choices about optional emails. */
import { eq } from "drizzle-orm";
import type { EmailPreferences } from "#lib/account-settings/email-preferences.ts";
import type { EmailPreferencesInput } from "#lib/account-settings/email-preferences-input.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { profiles } from "../db/tables/people.table.ts";
import { emailPreferenceColumns } from "../guardians/recipients.ts";

/** @throws AppError `forbidden` without a profile. */
export async function findEmailPreferences(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<EmailPreferences> {
  const { profile } = requireProfile(actor);
  const [row] = await db
    .select(emailPreferenceColumns)
    .from(profiles)
    .where(eq(profiles.id, profile.id));
  if (!row) throw new Error("The profile has no row");
  return row;
}

/** @returns all preferences after the change. @throws AppError `forbidden` without a profile. */
export async function saveEmailPreferences(
  context: Pick<Context, "db">,
  actor: Actor,
  choices: EmailPreferencesInput,
): Promise<EmailPreferences> {
  const { profile } = requireProfile(actor);
  // Don't touch `updatedAt`: it is for search engines, which can't see these preferences.
  if (Object.keys(choices).length > 0) {
    await context.db.update(profiles).set(choices).where(eq(profiles.id, profile.id));
  }
  return findEmailPreferences(context, actor);
}
