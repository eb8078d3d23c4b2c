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

/** Whose drafts are loaded. */
let owner: string | null = null;

function readAll(): Map<string, NoteDraft> {
  const own = owner;
  if (own === null) return new Map();
  const drafts = remembered
    .listDrafts()
    .filter(isNoteDraft)
    .flatMap((key) => (readDraftOf(key, own) as NoteDraft | undefined) ?? []);
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
  const stopListening = $session.listen(load);
  return () => {
    removeEventListener("storage", readAgain);
    stopListening();
  };
});

/** Opens a draft, or replaces its text. An unchanged text isn't stored. */
export function setNoteDraft(draft: NoteDraft): void {
  if (owner !== null && isChanged(draft)) {
    const stored = { userId: owner, values: draft, savedAt: Date.now() };
    remembered.set(keyOf(draft.id), JSON.stringify(stored));
  } else remembered.remove(keyOf(draft.id));
  $noteDrafts.set(new Map($noteDrafts.get()).set(draft.id, draft));
}

/** Forgets a draft that has been saved or discarded. */
export function forgetNoteDraft(id: string): void {
  remembered.remove(keyOf(id));
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
