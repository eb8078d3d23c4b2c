/** The followers of one class in this process, and the data that they share. */
import type { LivePagePresence } from "#lib/live-pages/live-pages.responses.ts";
import { awayMs } from "#lib/live-pages/live-pages.rules.ts";
import type {
  LiveClassFacts,
  LivePagePointer,
  LivePagePresences,
  LivePageStream,
  StoredLivePage,
} from "../../context.ts";
import { findRole } from "../find-live-class.ts";
import { seesNames, toClass, toPresence, toSnapshot } from "../page.view.ts";
import { toState, toVerse } from "../stored-page.ts";
import { toFrame } from "./frames.ts";
import type { PresenceChange } from "./presences.ts";

interface Follower {
  stream: LivePageStream;
  /** The last presence that was sent, as JSON. */
  presence: string;
  /** When the client last answered a `beat`, or joined if it hasn't answered one yet. */
  answeredAt: number;
}

function preparePresence(presence: LivePagePresence) {
  return { text: JSON.stringify(presence), frame: toFrame("presence", presence) };
}

const nobody: LivePagePresences = {
  here: new Set(),
  people: [],
  hands: [],
  seenAt: new Map(),
};

export class Room {
  readonly classId: string;
  /** How many requests and streams need this room. */
  watchers = 0;
  /** The latest page that this process has read or received. */
  page: StoredLivePage | undefined;
  /** The latest class that this process has read. */
  class: LiveClassFacts | undefined;
  /** Undefined until it has been read for the first time. */
  presences: LivePagePresences | undefined;
  /** The people who are stored as present in this process. */
  readonly #stored = new Set<string>();
  readonly #followers = new Map<string, Follower>();

  constructor(classId: string) {
    this.classId = classId;
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Whether the room is no longer needed, and the database records that everyone has left. */
  get isUnused(): boolean {
    return this.watchers === 0 && this.#followers.size === 0 && this.#stored.size === 0;
  }

  streams(): LivePageStream[] {
    return [...this.#followers.values()].map(({ stream }) => stream);
  }

  /**
   * The people with a stream in this process, except those whose client has stopped answering: a
   * connection can be dead long before it is closed.
   */
  here(): Set<string> {
    const oldest = Date.now() - awayMs;
    const present = [...this.#followers.values()].filter(({ answeredAt }) => answeredAt > oldest);
    return new Set(present.map(({ stream }) => stream.profileId));
  }

  facts(): LivePagePresences {
    return { ...(this.presences ?? nobody), here: this.here() };
  }

  /** What isn't stored in the database yet. */
  presenceChanges(): PresenceChange[] {
    return this.presenceStates().filter(
      ({ profileId, isOpen }) => isOpen !== this.#stored.has(profileId),
    );
  }

  /** Everyone who is present, or stored as present. */
  presenceStates(): PresenceChange[] {
    const { classId } = this;
    const here = this.here();
    return [...new Set([...here, ...this.#stored])].map((profileId) => ({
      classId,
      profileId,
      isOpen: here.has(profileId),
      silentMs: here.has(profileId) ? 0 : this.#silenceOf(profileId),
    }));
  }

  /** For how long an open stream of the person has been silent; 0 if there is none. */
  #silenceOf(profileId: string): number {
    const own = [...this.#followers.values()].filter(
      ({ stream }) => stream.profileId === profileId,
    );
    const answers = own.map(({ answeredAt }) => answeredAt);
    return answers.length > 0 ? Math.max(0, Date.now() - Math.max(...answers)) : 0;
  }

  noteStored(changes: readonly PresenceChange[]): void {
    for (const { classId, profileId, isOpen } of changes) {
      if (classId !== this.classId) continue;
      if (isOpen) this.#stored.add(profileId);
      else this.#stored.delete(profileId);
    }
  }

  /** Sends the snapshot. From now on, the follower receives everything. */
  join(stream: LivePageStream, pointer: LivePagePointer | undefined): void {
    const { page, class: facts } = this;
    if (!page || !facts) throw new Error("A page can't be followed before it was read");
    const follower: Follower = { stream, presence: "", answeredAt: Date.now() };
    this.#followers.set(stream.id, follower);
    const snapshot = toSnapshot(page, this.facts(), { ...stream, pointer });
    stream.send(toFrame("snapshot", { ...snapshot, stream: stream.id }));
    stream.send(toFrame("class", toClass(facts)));
  }

  /** @returns false if the stream had already left. */
  leave(stream: LivePageStream): boolean {
    return this.#followers.delete(stream.id);
  }

  confirm(streamId: string, profileId: string): boolean {
    const follower = this.#followers.get(streamId);
    if (follower?.stream.profileId !== profileId) return false;
    follower.answeredAt = Date.now();
    return true;
  }

  /** @returns whether the page is newer than the known one. */
  takeIn(page: StoredLivePage): boolean {
    if (this.page && page.seq <= this.page.seq) return false;
    this.page = page;
    return true;
  }

  /**
   * @returns whether the class is newer than the known one. Its number doesn't change with its
   * meeting and the title of its course, so these are compared.
   */
  takeInClass(facts: LiveClassFacts): boolean {
    const known = this.class;
    if (known && facts.sequence < known.sequence) return false;
    const isSame =
      known?.sequence === facts.sequence &&
      JSON.stringify(toClass(known)) === JSON.stringify(toClass(facts));
    if (isSame) return false;
    this.class = facts;
    return true;
  }

  sendClass(): void {
    if (this.class) this.send(toFrame("class", toClass(this.class)));
  }

  sendState(pointer: LivePagePointer | undefined): void {
    const { page } = this;
    if (!page) return;
    const prepare = (isHost: boolean) =>
      toFrame("state", { seq: page.seq, state: toState(page, { isHost, pointer }) });
    this.#sendPrepared({ host: prepare(true), student: prepare(false) });
  }

  sendPointer({ verse, word }: LivePagePointer): void {
    const frame = toFrame("pointer", { verse: toVerse(verse), word });
    this.#sendPrepared({ host: frame, student: frame });
  }

  /**
   * Sends the presence to the followers for whom it has changed. There are only a few kinds of
   * viewers.
   */
  sendPresence(): void {
    const { page } = this;
    if (!page) return;
    const facts = this.facts();
    const raised = new Set(facts.hands.map(({ id }) => id));
    const prepared = new Map<string, { text: string; frame: Uint8Array }>();
    for (const follower of [...this.#followers.values()]) {
      const { stream } = follower;
      const role = findRole(page, stream.hostId, stream.profileId);
      const kind = `${role} ${raised.has(stream.profileId)}`;
      const sent = prepared.get(kind) ?? preparePresence(toPresence(page, facts, stream));
      prepared.set(kind, sent);
      if (sent.text === follower.presence) continue;
      follower.presence = sent.text;
      stream.send(sent.frame);
    }
  }

  send(frame: Uint8Array): void {
    for (const { stream } of [...this.#followers.values()]) stream.send(frame);
  }

  #sendPrepared(frames: { host: Uint8Array; student: Uint8Array }): void {
    // A stream that can't accept the frame leaves the room during this loop.
    for (const { stream } of [...this.#followers.values()]) {
      stream.send(seesNames(stream) ? frames.host : frames.student);
    }
  }
}
