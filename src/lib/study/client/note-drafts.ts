/**
 * Texts of notes that are being written. Each is stored on this device with every letter, so that
 * closing an editor, or the disappearance of its place, loses nothing. They are drafts, so they are
 * kept until they are saved or discarded, the user logs out, another account logs in, or a month
 * has passed (`src/lib/client/drafts.ts`).
 */
import { atom, onMount } from "nanostores";
import { findUser } from "../../client/api-client.ts";
import {
  type DraftKey,
  isNoteDraft,
  noteDraftPrefix,
  remembered,
} from "../../client/browser-storage.ts";
import { readDraftOf } from "../../client/drafts.ts";
import { $session } from "../../client/session/session.store.ts";
import type { LocalItem, LocalItemOf } from "../overlay.ts";
import type { Anchor } from "../study.rules.ts";

export interface NoteDraft {
  /** The ID of the note. A new note gets this ID when it is saved, so it can't be saved twice. */
  id: string;
  /** Whether the note has never been saved. */
  isNew: boolean;
  anchor: Anchor;
  text: string;
  /** The text and its clock when the user began to edit. */
  before: string;
  base: number | undefined;
}

/** The drafts of the logged-in user, by the ID of their note. */
export const $noteDrafts = atom<ReadonlyMap<string, NoteDraft>>(new Map());

const keyOf = (id: string): DraftKey => `${noteDraftPrefix}${id}`;

/** Who has logged in is also known if the server can't be reached. */
const findOwner = (): string | null => findUser() ?? remembered.get("userId");

/** What this tab last read or stored, by key. Anything else has been stored by another tab since. */
const seen = new Map<DraftKey, string>();

/** Whose drafts are loaded. */
let owner: string | null = null;

function readAll(): Map<string, NoteDraft> {
  const own = owner;
  if (own === null) return new Map();
  const keys = remembered.listDrafts().filter(isNoteDraft);
  seen.clear();
  for (const key of keys) seen.set(key, remembered.get(key) ?? "");
  const drafts = keys.flatMap((key) => (readDraftOf(key, own) as NoteDraft | undefined) ?? []);
  return new Map(drafts.map((draft) => [draft.id, draft]));
}

/** Editors whose text hasn't been changed stay open, but aren't stored. */
function load(): void {
  const isSameOwner = owner === findOwner();
  owner = findOwner();
  const open = isSameOwner ? [...$noteDrafts.get()].filter(([, draft]) => !isChanged(draft)) : [];
  $noteDrafts.set(new Map([...open, ...readAll()]));
}

onMount($noteDrafts, () => {
  load();
  // Another tab has stored or removed a draft.
  const readAgain = ({ key }: StorageEvent) => {
    if (key === null || isNoteDraft(key)) load();
  };
  addEventListener("storage", readAgain);
  // A page that the browser had frozen has missed these events.
  addEventListener("pageshow", load);
  const stopListening = $session.listen(load);
  return () => {
    removeEventListener("storage", readAgain);
    removeEventListener("pageshow", load);
    stopListening();
  };
});

/** Opens a draft, or replaces its text. An unchanged text isn't stored. */
export function setNoteDraft(draft: NoteDraft): void {
  const other = findOther(draft);
  if (owner !== null && isChanged(draft)) store(owner, draft);
  else remove(draft.id);
  const drafts = new Map($noteDrafts.get()).set(draft.id, draft);
  if (other && owner !== null) {
    store(owner, other);
    drafts.set(other.id, other);
  }
  $noteDrafts.set(drafts);
}

function store(userId: string, draft: NoteDraft): void {
  const text = JSON.stringify({ userId, values: draft, savedAt: Date.now() });
  remembered.set(keyOf(draft.id), text);
  seen.set(keyOf(draft.id), text);
}

function remove(id: string): void {
  remembered.remove(keyOf(id));
  seen.delete(keyOf(id));
}

/** Whether another tab has stored a text that this tab hasn't shown. */
function isUnseen(key: DraftKey): boolean {
  const text = remembered.get(key);
  return text !== null && text !== seen.get(key);
}

/**
 * The text that another tab, of which this one has had no news, has stored for the same note. It becomes the draft of a
 * new note, so that neither text overwrites the other.
 */
function findOther({ id, text }: NoteDraft): NoteDraft | undefined {
  const key = keyOf(id);
  const own = owner;
  const other = own !== null && isUnseen(key) ? (readDraftOf(key, own) as NoteDraft) : undefined;
  if (!other || other.text === text) return undefined;
  return { ...other, id: crypto.randomUUID(), isNew: true, before: "", base: undefined };
}

/** Forgets a draft that has been saved or discarded. A text of another tab that this one hasn't shown stays. */
export function forgetNoteDraft(id: string): void {
  if (isUnseen(keyOf(id))) {
    load();
    return;
  }
  remove(id);
  const drafts = new Map($noteDrafts.get());
  drafts.delete(id);
  $noteDrafts.set(drafts);
}

export const isChanged = ({ text, before }: NoteDraft): boolean => text !== before;

export function startNote(anchor: Anchor): void {
  const id = crypto.randomUUID();
  setNoteDraft({ id, isNew: true, anchor, text: "", before: "", base: undefined });
}

/** If the note changes while it is edited, a copy of its current text is kept. */
export function editNote({ id, anchor, text, base }: LocalItemOf<"note">): void {
  setNoteDraft({ id, isNew: false, anchor, text, before: text, base });
}

/**
 * The drafts of new notes, and those of notes that have been deleted in the meantime, which can be
 * saved as new notes.
 * @param isCurrent whether all notes have been received, so that a missing one has been deleted.
 */
export function draftsWithoutNote(
  drafts: ReadonlyMap<string, NoteDraft>,
  items: readonly LocalItem[],
  isCurrent: boolean,
): NoteDraft[] {
  const ids = new Set(items.map(({ id }) => id));
  return [...drafts.values()].filter(
    (draft) => !ids.has(draft.id) && (draft.isNew || (isCurrent && isChanged(draft))),
  );
}
