/** How teachers introduce themselves on their page: a link to a video, or a recorded recitation. */
import { and, eq, isNull } from "drizzle-orm";
import { AppError, fieldError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type {
  IntroductionView,
  OwnIntroduction,
} from "#lib/introductions/introductions.responses.ts";
import { recordingPath } from "#lib/introductions/introductions.rules.ts";
import type { VideoInput } from "#lib/introductions/introductions.ts";
import { readVideo } from "#lib/introductions/video-links.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { users } from "../db/tables/accounts.table.ts";
import { introductions } from "../db/tables/introductions.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { pageTags } from "../pages-tags.ts";
import { isPresent } from "../public-person.ts";
import { readRecording } from "./wav.ts";

const t = getTexts("introductions");

/** Deletes recordings that no introduction uses. */
export const deleteRecordingsJob = "delete-recordings";

export type IntroductionRow = typeof introductions.$inferSelect;

export const wavType = "audio/wav";

/** How long storing a recording can take. After that, its file is deleted unless it is used. */
const storedWithinMs = 10 * 60_000;

const byTeacher = (teacherId: string) => eq(introductions.teacherId, teacherId);

/** @throws AppError `forbidden` unless the actor is a teacher. */
export async function findOwnIntroduction(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<OwnIntroduction> {
  const { profile } = requireTeacher(actor);
  const [row] = await db.select().from(introductions).where(byTeacher(profile.id));
  return { introduction: row ? toView(row) : null, isHidden: Boolean(row?.hiddenAt) };
}

/** What the teacher's page shows. Callers decide whether the teacher has a page. */
export async function findShownIntroduction(
  db: Db,
  teacherId: string,
): Promise<IntroductionView | undefined> {
  const isShown = and(byTeacher(teacherId), isNull(introductions.hiddenAt));
  const [row] = await db.select().from(introductions).where(isShown);
  return row && toView(row);
}

/** @throws AppError like `findOwnIntroduction`. */
export async function saveVideo(context: Context, actor: Actor, input: VideoInput): Promise<void> {
  const { profile } = requireTeacher(actor);
  const video = readVideo(input.url);
  if (!video) throw new Error("The input was checked with the same function");
  await replace(context, profile.id, { kind: "video", videoUrl: video.url });
}

/**
 * Stores a recording of the actor.
 * @throws AppError like `findOwnIntroduction`; `invalid_input` for files that aren't recordings;
 * `provider_unavailable`. After an error, the earlier introduction stays.
 */
export async function saveRecording(
  context: Context,
  actor: Actor,
  bytes: Uint8Array,
): Promise<void> {
  const { profile } = requireTeacher(actor);
  const recording = readRecording(bytes);
  if (!recording) throw wrongRecording();
  const { content, milliseconds } = recording;
  const key = `${newId("rec")}.wav`;
  // Also deletes the file if this process ends before the file is used.
  const startAfter = new Date(Date.now() + storedWithinMs);
  await context.jobs.send(context.db, deleteRecordingsJob, { keys: [key] }, { startAfter });
  await context.files.put(key, content, wavType);
  await replace(context, profile.id, {
    kind: "recording",
    key,
    bytes: content.byteLength,
    milliseconds,
  });
}

export function wrongRecording(): AppError {
  return fieldError("invalid_input", "file", t("invalid.recording"));
}

/** Deletes the actor's introduction, if there is one. @throws AppError like `findOwnIntroduction`. */
export async function deleteIntroduction(context: Context, actor: Actor): Promise<void> {
  const { profile } = requireTeacher(actor);
  await transact(context.db, (tx) => remove(context, tx, profile.id));
  await context.purgePages([pageTags.teacher(profile.id)]);
}

type NewIntroduction = Omit<typeof introductions.$inferInsert, "teacherId">;

async function replace(context: Context, teacherId: string, row: NewIntroduction): Promise<void> {
  await transact(context.db, async (tx) => {
    // Serializes concurrent changes.
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, teacherId))
      .for("no key update");
    // The account may have been deleted in the meantime.
    const isOwned = and(eq(profiles.id, teacherId), isPresent);
    const [owned] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(isOwned);
    if (!owned) throw new AppError("unauthenticated", generalMessages.unauthenticated);
    await remove(context, tx, teacherId);
    await tx.insert(introductions).values({ ...row, teacherId });
  });
  await context.purgePages([pageTags.teacher(teacherId)]);
}

async function remove(context: Context, tx: Db, teacherId: string): Promise<void> {
  const keys = await eraseIntroduction(tx, teacherId);
  if (keys.length > 0) await context.jobs.send(tx, deleteRecordingsJob, { keys });
}

/** Deletes the introduction. @returns the keys of files that must be deleted after the commit. */
export async function eraseIntroduction(tx: Db, teacherId: string): Promise<string[]> {
  const rows = await tx
    .delete(introductions)
    .where(byTeacher(teacherId))
    .returning({ key: introductions.key });
  return rows.flatMap(({ key }) => key ?? []);
}

/**
 * Hides an introduction, or shows it again. Has no effect on one that the teacher has replaced or
 * deleted. @returns the tags of the pages that changed.
 */
export async function changeIntroductionVisibility(
  tx: Db,
  introductionId: string,
  hiddenAt: Date | null,
): Promise<string[]> {
  const [row] = await tx
    .update(introductions)
    .set({ hiddenAt })
    .where(eq(introductions.id, introductionId))
    .returning({ teacherId: introductions.teacherId });
  return row ? [pageTags.teacher(row.teacherId)] : [];
}

export function toView({ id, videoUrl, milliseconds }: IntroductionRow): IntroductionView {
  const video = readVideo(videoUrl ?? "");
  if (video) return { kind: "video", _id: id, ...video };
  const seconds = Math.round((milliseconds ?? 0) / 1_000);
  return { kind: "recording", _id: id, url: recordingPath(id), seconds };
}
