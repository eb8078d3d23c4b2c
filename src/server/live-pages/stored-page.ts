/** Reads the row of a live page and converts it to the state that the API returns. */
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { LivePageState } from "#lib/live-pages/live-pages.responses.ts";
import { verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import type { LivePagePerson, LivePagePointer, StoredLivePage } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { livePages } from "../db/tables/live-pages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toClassmate } from "../public-person.ts";

/** The row that `pageJson` reads. */
export const pageRow = alias(livePages, "page");

const personJson = (id: SQLWrapper) => sql`(
  select json_build_object(
    'id', person.id, 'name', person.name, 'role', person.role, 'age', person.age
  ) from ${profiles} as person where person.id = ${id}
)`;

/** A row with the alias `page` as a `StoredLivePage`. The same JSON is sent to other processes. */
export const pageJson: SQL<StoredLivePage> = sql`json_build_object(
  'classId', page.class_id, 'seq', page.seq, 'lead', ${personJson(sql`page.lead_id`)},
  'leadEpoch', page.lead_epoch, 'cohostIds', page.cohost_ids, 'shared', page.shared,
  'first', page.first, 'last', page.last, 'current', page.current,
  'translations', page.translations, 'transliteration', page.transliteration,
  'gloss', page.gloss, 'locked', page.locked, 'reciter', ${personJson(sql`page.reciter_id`)},
  'updatedAt', floor(extract(epoch from page.updated_at) * 1000)
)`;

/** The page of a class before its first change. */
export function emptyPage(classId: string, host: LivePagePerson): StoredLivePage {
  return {
    classId,
    seq: 0,
    lead: host,
    leadEpoch: 0,
    cohostIds: [],
    shared: false,
    first: null,
    last: null,
    current: null,
    translations: true,
    transliteration: false,
    gloss: false,
    locked: false,
    reciter: null,
    updatedAt: 0,
  };
}

/** Undefined if the page hasn't been changed yet. */
export async function readPage(db: Db, classId: string): Promise<StoredLivePage | undefined> {
  const [row] = await db
    .select({ page: pageJson })
    .from(pageRow)
    .where(eq(pageRow.classId, classId));
  return row?.page;
}

/** A person's name, as shown to the host or to a student of the course. */
export function nameFor(isHost: boolean, person: LivePagePerson): string {
  return isHost ? person.name : toClassmate(person).name;
}

export const toVerse = (number: number): string => keyOfVerse(verseOfNumber(number));

/** The state for the host, or for students, who see less of each other's data. */
export function toState(
  page: StoredLivePage,
  { isHost, pointer }: { isHost: boolean; pointer: LivePagePointer | undefined },
): LivePageState {
  const show = (person: LivePagePerson) => ({ _id: person.id, name: nameFor(isHost, person) });
  const verse = (number: number | null) => (number === null ? null : toVerse(number));
  return {
    shared: page.shared,
    from: verse(page.first),
    to: verse(page.last),
    current: verse(page.current),
    word: pointer?.verse === page.current ? (pointer?.word ?? null) : null,
    translations: page.translations,
    transliteration: page.transliteration,
    gloss: page.gloss,
    locked: page.locked,
    lead: show(page.lead),
    cohosts: page.cohostIds,
    reciter: page.reciter && show(page.reciter),
  };
}
