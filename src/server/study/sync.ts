/** Stores the changes of a person's device and returns those of the person's other devices. */
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { AppError, type FieldError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { verseOfNumber } from "#lib/quran/quran.ts";
import { clockOfTime } from "#lib/study/clock.ts";
import type { StudyRefusal, Synced } from "#lib/study/study.responses.ts";
import { type StudyChange, type SyncInput, studyMessages } from "#lib/study/study.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { studyItems, studyRevisions } from "../db/tables/study.table.ts";
import { transact } from "../db/transact.ts";
import { createFairQueue } from "../fair-queue.ts";
import { type Entitlements, readEntitlements } from "../plans/entitlements.ts";
import { countWords } from "../quran/words/verse-words.ts";
import type { Limit } from "../rate-limits.ts";
import { type MergeRequest, mergeChange, type StudyRow } from "./merge-change.ts";
import { toStudyItem } from "./study.view.ts";
import { createUsage, findRefusal, type Usage, withCountBefore } from "./usage.ts";

const byUser: Limit = {
  name: "study-sync-user",
  points: 240,
  duration: 10 * 60,
  get message() {
    return studyMessages.tooMany();
  },
};

/** A page of changes contains at most this many items, and at least one. */
const pageItems = 200;
/** The maximum size of a page before its last item is added. */
const pageSize = 250_000;

/** Accounts take turns, because a device may read or write all of its items at once. */
const turns = createFairQueue({
  concurrency: 6,
  // One person's changes are stored one after the other in any case.
  concurrencyPerSource: 1,
  maxWaiting: 500,
  maxWaitingPerSource: 20,
  refuse: () => new AppError("rate_limited", studyMessages.tooMany(), { retryAfter: 5 }),
});

/**
 * Repeating a request has no further effect. Changes that exceed the person's limits, or that name
 * words that don't exist, are rejected individually.
 * @throws AppError `invalid_input` if a new item lacks a field, `rate_limited`.
 */
export async function syncStudy(context: Context, actor: Actor, input: SyncInput): Promise<Synced> {
  await context.limits.consume(byUser, actor.userId);
  return turns.run(actor.userId, () => exchange(context, actor, input));
}

async function exchange(context: Context, actor: Actor, input: SyncInput): Promise<Synced> {
  const now = new Date();
  const refused =
    input.changes.length > 0
      ? await storeStudyChanges(context, actor.userId, input, {
          now,
          entitlements: await readEntitlements(context, actor.userId),
        })
      : [];
  return {
    ...(await readChanges(context.db, actor.userId, input)),
    refused,
    clock: clockOfTime(now.getTime()),
  };
}

/**
 * Stores changes to a person's items. Repeating them has no further effect.
 * @param entitlements what the person's plan includes.
 * @returns the changes that weren't stored, because of a limit or words that don't exist.
 * @throws AppError `invalid_input` if a new item lacks a field.
 */
export async function storeStudyChanges(
  { db }: Pick<Context, "db">,
  userId: string,
  { since, changes }: Pick<SyncInput, "since" | "changes">,
  { now, entitlements }: { now: Date; entitlements: Entitlements },
): Promise<StudyRefusal[]> {
  const beyond = await findBeyondVerses(changes);
  return transact(db, async (tx) => {
    const rev = await lockItems(tx, userId);
    const rows = await findRows(tx, userId, changes);
    const usage = await createUsage(tx, userId);
    const outcome = applyAll({ changes, beyond, since, now, rows, usage, entitlements });
    await storeRows(tx, userId, rev, [
      ...outcome.rows.values(),
      ...(await newCopies(tx, userId, outcome)),
    ]);
    return outcome.refused;
  });
}

/**
 * Locks a person's items, so that changes from several devices take turns. The account is locked
 * first, as in account deletion.
 * @throws AppError `unauthenticated` if the account has just been deleted.
 */
async function lockItems(tx: Db, userId: string): Promise<number> {
  const [present] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("key share");
  if (!present) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  await tx.insert(studyRevisions).values({ userId }).onConflictDoNothing();
  const [state] = await tx
    .select({ rev: studyRevisions.rev })
    .from(studyRevisions)
    .where(eq(studyRevisions.userId, userId))
    .for("update");
  return state?.rev ?? 0;
}

async function findRows(
  tx: Db,
  userId: string,
  changes: readonly { id: string }[],
): Promise<Map<string, StudyRow>> {
  const ids = [...new Set(changes.map(({ id }) => id))];
  const rows = await tx
    .select()
    .from(studyItems)
    .where(and(eq(studyItems.userId, userId), inArray(studyItems.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The changes whose anchor includes more words than its verse has. */
async function findBeyondVerses(changes: readonly StudyChange[]): Promise<Set<StudyChange>> {
  const beyond = new Set<StudyChange>();
  for (const change of changes) {
    const anchor = "anchor" in change ? change.anchor : undefined;
    if (!anchor || anchor.toWord === null) continue;
    if (anchor.toWord > (await countWords(verseOfNumber(anchor.verse)))) beyond.add(change);
  }
  return beyond;
}

interface Application {
  changes: readonly StudyChange[];
  /** The changes that name words that don't exist. */
  beyond: ReadonlySet<StudyChange>;
  since: number;
  now: Date;
  /** The stored rows of the changed items. */
  rows: Map<string, StudyRow>;
  usage: Usage;
  entitlements: Entitlements;
}

interface Applied {
  /** The rows to store. */
  rows: Map<string, StudyRow>;
  copies: Map<string, StudyRow>;
  refused: StudyRefusal[];
}

function applyAll({
  changes,
  beyond,
  since,
  now,
  rows,
  usage,
  entitlements,
}: Application): Applied {
  const applied: Applied = { rows: new Map(), copies: new Map(), refused: [] };
  const invalid: FieldError[] = [];
  const ownClocks = new Map<string, number[]>();
  for (const [index, change] of changes.entries()) {
    const { id, kind, clock } = change;
    const stored = applied.rows.get(id) ?? rows.get(id);
    if (stored && stored.kind !== kind) {
      invalid.push({ field: `changes.${index}.kind`, message: studyMessages.otherKind() });
      continue;
    }
    const own = ownClocks.get(id) ?? [];
    const request: MergeRequest = { change, since, now, ownClocks: own };
    ownClocks.set(id, [...own, clock]);
    const merged = mergeChange(stored, request);
    if (merged.outcome === "unchanged") continue;
    if (merged.outcome === "incomplete") {
      for (const field of merged.missing) {
        invalid.push({ field: `changes.${index}.${field}`, message: studyMessages.missing() });
      }
      continue;
    }
    const reason = beyond.has(change) ? "words" : findRefusal(usage, entitlements, stored, merged);
    if (reason) {
      applied.refused.push({ id, clock, reason });
      continue;
    }
    const row = withCountBefore(usage, merged.row);
    usage.add(stored, merged);
    applied.rows.set(id, row);
    if (merged.copy) applied.copies.set(merged.copy.id, merged.copy);
  }
  const [first] = invalid;
  if (first) throw new AppError("invalid_input", first.message, { fields: invalid });
  return applied;
}

/** The copies that don't exist yet. Copies that the person has deleted aren't created again. */
async function newCopies(tx: Db, userId: string, { rows, copies }: Applied): Promise<StudyRow[]> {
  if (copies.size === 0) return [];
  const stored = await findRows(tx, userId, [...copies.values()]);
  return [...copies.values()].filter(({ id }) => !stored.has(id) && !rows.has(id));
}

async function storeRows(
  tx: Db,
  userId: string,
  before: number,
  rows: readonly StudyRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row, index) => {
    const rev = before + index + 1;
    // `mergedRev` is 0 after a change to the text or the verses.
    return { ...row, userId, rev, mergedRev: row.mergedRev || rev };
  });
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await tx
    .insert(studyItems)
    .values(values)
    .onConflictDoUpdate({
      target: [studyItems.userId, studyItems.id],
      set: {
        rev: excluded("rev"),
        data: excluded("data"),
        clocks: excluded("clocks"),
        mergedRev: excluded("merged_rev"),
        mergedSent: excluded("merged_sent"),
        applied: excluded("applied"),
        deletedAt: excluded("deleted_at"),
        countBefore: excluded("count_before"),
      },
    });
  await tx
    .update(studyRevisions)
    .set({ rev: before + rows.length })
    .where(eq(studyRevisions.userId, userId));
}

/** One page of the items that have changed since the device's revision. */
async function readChanges(
  db: Db,
  userId: string,
  { since, loading = false }: SyncInput,
): Promise<Pick<Synced, "rev" | "changes" | "more" | "reset">> {
  const [state = { rev: 0, purgedRev: 0 }] = await db
    .select({ rev: studyRevisions.rev, purgedRev: studyRevisions.purgedRev })
    .from(studyRevisions)
    .where(eq(studyRevisions.userId, userId));
  const isOutdated = since > state.rev || (since < state.purgedRev && !loading);
  const reset = since > 0 && isOutdated;
  const { size } = studyItems;
  const following = db
    .select({
      ...getTableColumns(studyItems),
      total: sql<number>`(sum(${size}) over (order by ${studyItems.rev}))::int`.as("total"),
    })
    .from(studyItems)
    .where(and(eq(studyItems.userId, userId), gt(studyItems.rev, reset ? 0 : since)))
    .orderBy(asc(studyItems.rev))
    .limit(pageItems)
    .as("following");
  const rows = await db
    .select()
    .from(following)
    .where(lt(sql`${following.total} - ${following.size}`, pageSize))
    .orderBy(asc(following.rev));
  const last = rows.at(-1);
  const more = rows.length === pageItems || (last?.total ?? 0) >= pageSize;
  return {
    rev: more && last ? last.rev : Math.max(last?.rev ?? 0, state.rev),
    changes: rows.map(toStudyItem),
    more,
    reset,
  };
}
