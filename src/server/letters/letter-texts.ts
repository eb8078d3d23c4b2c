import { eq } from "drizzle-orm";
import { languages } from "#lib/languages.ts";
import type { LetterInput } from "#lib/letters/letters.ts";
import type { Db } from "../db/connection.ts";
import { letterTexts } from "../db/tables/letters.table.ts";
import type { LetterTexts } from "./letters.mails.ts";

export async function readLetterTexts(db: Db, letterId: string): Promise<LetterTexts> {
  const rows = await db.select().from(letterTexts).where(eq(letterTexts.letterId, letterId));
  return Object.fromEntries(
    rows.map(({ language, subject, preheader, body }) => [language, { subject, preheader, body }]),
  );
}

/** Replaces the texts of a letter. Languages without any text have no row. */
export async function storeLetterTexts(
  tx: Db,
  letterId: string,
  texts: LetterInput["texts"],
): Promise<void> {
  await tx.delete(letterTexts).where(eq(letterTexts.letterId, letterId));
  const rows = languages.flatMap((language) => {
    const text = texts[language];
    const isEmpty = text.subject === "" && text.preheader === "" && text.body === "";
    return isEmpty ? [] : [{ letterId, language, ...text }];
  });
  if (rows.length > 0) await tx.insert(letterTexts).values(rows);
}
