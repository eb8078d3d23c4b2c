/** Carries out the commands that people in a class send to its live page. */
import { and, eq, gte, lte } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { livePageLimits } from "#lib/live-pages/live-pages.rules.ts";
import type { LivePageCommand } from "#lib/live-pages/live-pages.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { livePages } from "../db/tables/live-pages.table.ts";
import { livePageCommands } from "../monitoring/metrics.ts";
import type { Limit } from "../rate-limits.ts";
import { changePage, type PageChange } from "./change-page.ts";
import {
  findEnrolled,
  invalid,
  leadLost,
  requireEnrolled,
  requireLead,
  requireOffered,
  requirePresent,
  requireShared,
  toNumber,
} from "./command-checks.ts";
import { findLiveClass, type LiveClass } from "./find-live-class.ts";
import { requireWord } from "./pointed-word.ts";
import { lowerHand, raiseHand } from "./raised-hands.ts";

const texts = getTexts("livePages");

/**
 * Pointers of a lead who was checked a moment ago don't count, and neither do answers to `beat`
 * that reach the process with their stream.
 */
const byAccount: Limit = {
  name: "live-page-commands",
  points: 300,
  duration: 60,
  get message() {
    return texts("tooManyCommands");
  },
  blocksInMemory: true,
};

/** How many times a change is retried if the lead changes in the meantime. */
const maxTries = 3;

type Command<Name extends LivePageCommand["command"]> = Extract<LivePageCommand, { command: Name }>;
/** The commands that change the page's row. */
type PageCommand = Exclude<
  LivePageCommand,
  Command<"point"> | Command<"here"> | Command<"raise"> | Command<"lower">
>;

/**
 * Carries out a command.
 * @returns the number of the page's state.
 * @throws AppError `not_found` for everyone who isn't in the class; `forbidden` for people who may
 * not lead; `conflict` for those who don't have the lead, and in a canceled class; `invalid_input`
 * for invalid verses, editions and people; `rate_limited`.
 */
export async function runLivePageCommand(
  context: Context,
  actor: Actor,
  classId: string,
  command: LivePageCommand,
): Promise<{ seq: number }> {
  const count = (outcome: string | number) =>
    livePageCommands.inc({ command: command.command, outcome });
  try {
    const seq = await run(context, actor, classId, command);
    count("done");
    return { seq };
  } catch (error) {
    count(error instanceof AppError ? error.status : 500);
    throw error;
  }
}

async function run(
  context: Context,
  actor: Actor,
  classId: string,
  command: LivePageCommand,
): Promise<number> {
  if (command.command === "point") return point(context, actor, classId, command);
  if (command.command === "here") return confirm(context, actor, classId, command);
  await context.limits.consume(byAccount, actor.userId);
  if (command.command === "raise" || command.command === "lower") {
    const live = await findLiveClass(context.db, actor, classId);
    if (command.command === "raise") await raiseHand(context, live);
    else await lowerHand(context, live, command.profileId);
    return live.page.seq;
  }
  return change(context, actor, classId, command);
}

async function change(
  context: Context,
  actor: Actor,
  classId: string,
  command: PageCommand,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const live = await findLiveClass(context.db, actor, classId);
    if (live.isCanceled) throw new AppError("conflict", texts("canceled"));
    if (tries > 1 && isTakenByCohost(live, command)) throw leadLost(live);
    const planned = await planChange(context, live, command);
    const page = planned && (await changePage(context.db, live, planned));
    if (page) {
      context.livePages.deliver(page);
      if (planned.reciterId !== undefined) context.livePages.refreshPresence(classId);
      return page.seq;
    }
    if (!planned) return live.page.seq;
    if (tries === maxTries) throw leadLost(live);
  }
}

/** Undefined if there is nothing to change. */
async function planChange(
  context: Context,
  live: LiveClass,
  command: PageCommand,
): Promise<PageChange | undefined> {
  if (command.command === "lead") return passLead(context, live, command);
  if (command.command === "cohosts") return nameCohosts(context.db, live, command);
  requireLead(live);
  switch (command.command) {
    case "share": {
      const first = toNumber(command.from);
      const set = { shared: true, first, last: toNumber(command.to), current: first };
      return { set, isReading: true };
    }
    case "stop":
      return { set: { shared: false, first: null, last: null, current: null, reciterId: null } };
    case "go": {
      const verse = requireShared(live, command.verse);
      // The lead may have shared another passage in another tab.
      const isShared = and(lte(livePages.first, verse), gte(livePages.last, verse));
      return { set: { current: verse }, condition: isShared, isReading: true };
    }
    case "show": {
      const { command: _, ...shown } = command;
      requireOffered(context, shown);
      return { set: shown };
    }
    case "lock":
      return { set: { locked: command.locked } };
    case "recite": {
      const { profileId } = command;
      if (profileId === null) return { set: { reciterId: null } };
      // Co-hosts don't see who else is enrolled, so they can't find out by trying.
      const isListed = live.viewer.role === "host" || profileId === live.page.reciter?.id;
      if (!isListed) await requirePresent(context, live, profileId);
      await requireEnrolled(context.db, live, [profileId], "profileId");
      return { set: { reciterId: profileId }, students: [profileId], reciterId: profileId };
    }
  }
}

/**
 * Whether a co-host takes the lead. This isn't tried again after the lead has changed, so that a
 * host who takes it back at the same moment keeps it.
 */
const isTakenByCohost = ({ viewer }: LiveClass, command: PageCommand): boolean =>
  viewer.role === "cohost" && command.command === "lead" && command.profileId === viewer.profileId;

/**
 * The host can pass the lead to any student, who becomes a co-host, and can always take it
 * back. Co-hosts can take it, and can pass it on among themselves and to the host. It is passed only
 * to people who have the page open, because the class would wait for anyone else.
 */
async function passLead(
  context: Context,
  live: LiveClass,
  { profileId }: Command<"lead">,
): Promise<PageChange | undefined> {
  const { page, viewer, hostId } = live;
  const isHost = viewer.role === "host";
  if (viewer.role === "participant") throw new AppError("forbidden", texts("mayNotLead"));
  if (!isHost && profileId !== viewer.profileId) requireLead(live);
  const isNamed = profileId === hostId || page.cohostIds.includes(profileId);
  if (!isNamed) {
    if (!isHost) throw new AppError("forbidden", texts("notHost"));
    await requireEnrolled(context.db, live, [profileId], "profileId");
    if (page.cohostIds.length >= livePageLimits.cohosts) {
      throw invalid("profileId", texts("tooManyCohosts", { max: livePageLimits.cohosts }));
    }
  }
  if (profileId === page.lead.id) return undefined;
  if (profileId !== viewer.profileId) await requirePresent(context, live, profileId);
  const set = { leadId: profileId, leadEpoch: page.leadEpoch + 1 };
  if (profileId === hostId) return { set };
  if (isNamed) return { set, students: [profileId] };
  const cohostIds = [...page.cohostIds, profileId];
  // The host may have named other co-hosts in another tab.
  const condition = eq(livePages.cohostIds, page.cohostIds);
  return { set: { ...set, cohostIds }, condition, students: cohostIds };
}

/** A co-host who is no longer named loses the lead to the host. */
async function nameCohosts(
  db: Db,
  live: LiveClass,
  command: Command<"cohosts">,
): Promise<PageChange> {
  const { page, viewer, hostId } = live;
  if (viewer.role !== "host") throw new AppError("forbidden", texts("notHost"));
  const named = [...new Set(command.profileIds)];
  const enrolled = await findEnrolled(db, live, named);
  // A co-host who can't be reached anymore doesn't keep the host from naming others.
  const cohostIds = named.filter((id) => enrolled.has(id) || !page.cohostIds.includes(id));
  if (cohostIds.some((id) => !enrolled.has(id))) throw invalid("profileIds", texts("notEnrolled"));
  const keepsLead = page.lead.id === hostId || cohostIds.includes(page.lead.id);
  return {
    set: { cohostIds, ...(!keepsLead && { leadId: hostId, leadEpoch: page.leadEpoch + 1 }) },
    students: cohostIds,
  };
}

/** If the stream belongs to another process, that process is notified of the answer. */
async function confirm(
  { db, limits, livePages: hub }: Context,
  actor: Actor,
  classId: string,
  { stream: streamId }: Command<"here">,
): Promise<number> {
  const isOwn = actor.profile !== null && hub.confirm(streamId, actor.profile.id);
  if (!isOwn) await limits.consume(byAccount, actor.userId);
  const { page, viewer } = await findLiveClass(db, actor, classId);
  if (!isOwn) hub.forwardAnswer({ classId, streamId, profileId: viewer.profileId });
  return page.seq;
}

/**
 * The right to lead isn't checked again for a few seconds, because a lead sends several pointers
 * per second.
 */
async function point(
  { db, limits, livePages: hub }: Context,
  actor: Actor,
  classId: string,
  { verse, word = null }: Command<"point">,
): Promise<number> {
  const known = hub.findChecked(classId);
  const isLead = known && known.lead.id === actor.profile?.id;
  if (!isLead) await limits.consume(byAccount, actor.userId);
  const live = isLead ? undefined : await findLiveClass(db, actor, classId);
  if (live) {
    if (live.isCanceled) throw new AppError("conflict", texts("canceled"));
    requireLead(live);
    hub.rememberChecked(live.page);
  }
  const page = live?.page ?? known;
  if (!page) throw new Error("A page is either known or has been read");
  const number = requireShared({ page }, verse);
  if (word !== null) await requireWord(verse, word);
  hub.point(page, { verse: number, word });
  return page.seq;
}
