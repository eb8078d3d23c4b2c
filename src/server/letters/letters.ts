/** Letters in the console: the list, and drafts. */
import { and, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { defaultLanguage, languages } from "#lib/languages.ts";
import type { LetterDetail, LetterRow } from "#lib/letters/letters.responses.ts";
import { audiencesOf } from "#lib/letters/letters.rules.ts";
import type { LetterInput, LettersQuery, NewLetterInput } from "#lib/letters/letters.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { letters, letterTexts } from "../db/tables/letters.table.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { anywhere, readTablePage, readWholeTable } from "../staff/staff-table.ts";
import { readLetterTexts, storeLetterTexts } from "./letter-texts.ts";
import { countProgress, countReasons, progressOf } from "./progress.ts";
import { countRecipients } from "./recipients.ts";

const t = getTexts("staffLetters");

export type Letter = typeof letters.$inferSelect;

const isEnglish = and(
  eq(letterTexts.letterId, letters.id),
  eq(letterTexts.language, defaultLanguage),
);

export async function listLetters(
  { db }: Context,
  query: LettersQuery,
): Promise<StaffTableData<LetterRow>> {
  const { rows, ...page } = await readTablePage(db, query, tableOf(db, query), (row) => row);
  return { rows: await withProgress(db, rows), ...page };
}

/** All letters of a table, for an export. */
export async function* exportLetters(
  { db }: Context,
  query: LettersQuery,
): AsyncGenerator<LetterRow[]> {
  for await (const rows of readWholeTable(db, query, tableOf(db, query), (row) => row)) {
    yield await withProgress(db, rows);
  }
}

const tableOf = (db: Db, query: LettersQuery) => ({
  rows: select(db, query),
  sortable: {
    subject: letterTexts.subject,
    status: letters.status,
    created: letters.createdAt,
  },
  order: desc(letters.createdAt),
  key: letters.id,
  id: desc(letters.id),
});

async function withProgress(
  db: Db,
  rows: readonly { letter: Letter; subject: string | null }[],
): Promise<LetterRow[]> {
  const progress = await countProgress(
    db,
    rows.map(({ letter }) => letter.id),
  );
  return rows.map(({ letter, subject }) => toRow(letter, subject, progress));
}

const select = (db: Db, query: LettersQuery) =>
  db
    .select({ letter: letters, subject: letterTexts.subject })
    .from(letters)
    .leftJoin(letterTexts, isEnglish)
    .where(matches(query))
    .$dynamic();

function matches({ search, status }: LettersQuery): SQL | undefined {
  const found = search
    ? or(eq(letters.id, search), ilike(letterTexts.subject, anywhere(search)))
    : undefined;
  return and(found, status && eq(letters.status, status));
}

const toRow = (
  letter: Letter,
  subject: string | null,
  progress: Awaited<ReturnType<typeof countProgress>>,
): LetterRow => ({
  _id: letter.id,
  kind: letter.kind,
  status: letter.status,
  audience: letter.audience,
  subject: subject ?? "",
  progress: progressOf(letter, progress),
  createdAt: letter.createdAt.toISOString(),
  startedAt: letter.startedAt?.toISOString() ?? null,
});

/** @throws AppError `not_found`. */
export async function findLetter(
  { db }: Pick<Context, "db">,
  staff: StaffMember,
  id: string,
): Promise<LetterDetail> {
  const [row] = await db
    .select({ letter: letters, author: users.name })
    .from(letters)
    .leftJoin(users, eq(users.id, letters.createdBy))
    .where(eq(letters.id, id));
  if (!row) throw missingLetter();
  const { letter, author } = row;
  const texts = await readLetterTexts(db, id);
  const empty = { subject: "", preheader: "", body: "" };
  return {
    ...toRow(letter, texts[defaultLanguage]?.subject ?? "", await countProgress(db, [id])),
    language: letter.language,
    activeDays: letter.activeDays,
    ratePerHour: letter.ratePerHour,
    revision: letter.revision,
    texts: Object.fromEntries(
      languages.map((language) => [language, texts[language] ?? empty]),
    ) as LetterDetail["texts"],
    recipients: await countRecipients(db, letter),
    reasons: await countReasons(db, id),
    pausedBecause: letter.pausedBecause,
    createdBy: author ?? letter.createdBy,
    finishedAt: letter.finishedAt?.toISOString() ?? null,
    maySend: staff.role === "owner",
  };
}

export const missingLetter = (): AppError => new AppError("not_found", t("server.missing"));

/** @throws AppError `not_found`. Locks the letter until the end of the transaction. */
export async function lockLetter(tx: Db, id: string): Promise<Letter> {
  const [letter] = await tx.select().from(letters).where(eq(letters.id, id)).for("update");
  if (!letter) throw missingLetter();
  return letter;
}

/** @returns the ID of the draft. */
export function createLetter(
  { db }: Context,
  staff: StaffMember,
  { kind }: NewLetterInput,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [audience = "accounts"] = audiencesOf[kind];
    const [created] = await tx
      .insert(letters)
      .values({ kind, audience, createdBy: staff.userId })
      .returning({ id: letters.id });
    if (!created) throw new Error("The letter was not stored.");
    await record(tx, staff, "create-letter", created.id, { kind });
    return created.id;
  });
}

/**
 * Saves a draft.
 * @throws AppError `not_found`; `conflict` if someone else changed it in the meantime, or it was sent;
 * `invalid_input` if the audience doesn't fit the kind.
 */
export async function saveLetter(
  { db }: Context,
  staff: StaffMember,
  id: string,
  { texts, revision, ...changed }: LetterInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const letter = await lockLetter(tx, id);
    requireDraft(letter, revision);
    if (!audiencesOf[letter.kind].includes(changed.audience)) {
      const message = t("invalid.audience");
      throw new AppError("invalid_input", message, { fields: [{ field: "audience", message }] });
    }
    const isNewsletter = letter.kind === "newsletter";
    await tx
      .update(letters)
      .set({
        ...changed,
        language: isNewsletter ? changed.language : null,
        activeDays: isNewsletter ? null : changed.activeDays,
        revision: sql`${letters.revision} + 1`,
      })
      .where(eq(letters.id, id));
    await storeLetterTexts(tx, id, texts);
    await record(tx, staff, "change-letter", id, { revision: revision + 1 });
  });
}

/** @throws AppError `not_found`; `conflict` unless it is a draft. */
export async function deleteLetter({ db }: Context, staff: StaffMember, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const letter = await lockLetter(tx, id);
    requireDraft(letter, letter.revision);
    const texts = await readLetterTexts(tx, id);
    await tx.delete(letters).where(eq(letters.id, id));
    await record(tx, staff, "delete-letter", id, { subject: texts.en?.subject ?? "" });
  });
}

/** @throws AppError `conflict` if it isn't a draft, or another revision than the one that was read. */
export function requireDraft(letter: Letter, revision: number): void {
  if (letter.status !== "draft") throw new AppError("conflict", t("server.notDraft"));
  if (letter.revision !== revision) throw new AppError("conflict", t("server.changed"));
}

type LetterAction = Extract<Parameters<typeof recordStaffAction>[2]["kind"], `${string}-letter`>;

export const record = (
  tx: Db,
  staff: StaffMember,
  kind: LetterAction,
  subjectId: string,
  details: Record<string, unknown>,
): Promise<void> =>
  recordStaffAction(tx, staff, { kind, subjectKind: "letter", subjectId, reason: "", details });
