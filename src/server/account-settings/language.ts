/** The language of a person's emails. */
import { eq } from "drizzle-orm";
import type { LanguageSettings } from "#lib/account-settings/account-settings.responses.ts";
import type { LanguageInput } from "#lib/account-settings/language-input.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";

const t = getTexts("accountSettings");

/** The person's language, and the languages to choose from. */
export async function findLanguage(
  { db, config }: Pick<Context, "db" | "config">,
  actor: Actor,
): Promise<LanguageSettings> {
  const [row] = await db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (!row) throw new Error("The user has no row");
  return { ...row, offered: [...config.languages] };
}

/** @throws AppError `invalid_input` if the language isn't offered. */
export async function saveLanguage(
  context: Pick<Context, "db" | "config">,
  actor: Actor,
  { language }: LanguageInput,
): Promise<LanguageSettings> {
  if (!context.config.languages.includes(language)) {
    const message = t("language.notOffered");
    throw new AppError("invalid_input", message, { fields: [{ field: "language", message }] });
  }
  await context.db.update(users).set({ language }).where(eq(users.id, actor.userId));
  return findLanguage(context, actor);
}
