/** Keeps the names of people who aren't shown publicly out of their reviews, which are public. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Actor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isAdult } from "../public-person.ts";
import { reviewMessages } from "./review-messages.ts";

/** Shorter parts of names, such as "Al", are words of other texts too. */
const minNameLength = 3;

/** The words of a text, folded as in searches, so that all spellings are found. */
const wordsOf = (text: string): string[] => foldForSearch(text).split(/[^\p{L}\p{N}]+/u);

/** @throws AppError `invalid_input` if a minor's review contains a part of the minor's name. */
export async function requireNoOwnName(db: Db, actor: Actor, content: string): Promise<void> {
  if (!actor.profile) return;
  const [author] = await db
    .select({ name: profiles.name, role: profiles.role, age: profiles.age })
    .from(profiles)
    .where(eq(profiles.id, actor.profile.id));
  if (!author || isAdult(author)) return;
  const words = new Set(wordsOf(content));
  const parts = [...wordsOf(author.name), ...wordsOf(actor.name)];
  if (!parts.some((part) => part.length >= minNameLength && words.has(part))) return;
  const message = reviewMessages.ownName;
  throw new AppError("invalid_input", message, { fields: [{ field: "content", message }] });
}
