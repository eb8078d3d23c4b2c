/**
 * Form values that are saved when the session ends or the user leaves the page, and restored when
 * the same user returns. Passwords and codes are never saved. Most drafts belong to one tab. Drafts
 * of long forms are kept until the user logs out, another account logs in, or a month has passed.
 */
import { splitLanguagePrefix } from "../languages.ts";
import { type DraftKey, remembered, rememberedInTab } from "./browser-storage.ts";

type Values = Record<string, unknown>;

interface Draft {
  userId: string;
  values: Values;
  /** Milliseconds since the epoch, by the browser's clock. */
  savedAt: number;
}

const secret = /password|code/i;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

const keyOf = (form: string): DraftKey =>
  `draft:${splitLanguagePrefix(location.pathname).path}:${form}`;

/** The key of the data that belongs to the registration as a whole, for all of its pages. */
const registrationKey: DraftKey = "draft:registration";

/** A text that isn't a draft counts as one that has expired. */
function read(text: string | null): Draft | undefined {
  if (!text) return undefined;
  const draft = parse(text);
  return draft && Date.now() - draft.savedAt < maxAgeMs ? draft : undefined;
}

function parse(text: string): Draft | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** @param lasts whether the draft is kept after the tab is closed. */
export function saveDraft(form: string, userId: string, values: Values, lasts = false): void {
  const storable = Object.entries(values).filter(([name]) => !secret.test(name));
  const draft: Draft = { userId, values: Object.fromEntries(storable), savedAt: Date.now() };
  (lasts ? remembered : rememberedInTab).set(keyOf(form), JSON.stringify(draft));
}

/**
 * Returns and removes the draft of this form. A draft of another user is removed but not returned.
 */
export function takeDraft(form: string, userId: string): Values | undefined {
  const draft = findDraft(form);
  forgetDraft(form);
  return draft?.userId === userId ? draft.values : undefined;
}

/** Whether this user has a draft of the form. */
export function hasDraft(form: string, userId: string): boolean {
  return findDraft(form)?.userId === userId;
}

/** Stores the purpose of a registration until it is finished. */
export function saveRegistration(userId: string, values: Values): void {
  const draft: Draft = { userId, values, savedAt: Date.now() };
  remembered.set(registrationKey, JSON.stringify(draft));
}

/** The purpose of this user's unfinished registration. */
export function readRegistration(userId: string): Values {
  const draft = read(remembered.get(registrationKey));
  return draft?.userId === userId ? draft.values : {};
}

export const forgetRegistration = (): void => remembered.remove(registrationKey);

/** The values of a lasting draft, if it is this user's and hasn't expired. */
export function readDraftOf(key: DraftKey, userId: string): unknown {
  const draft = read(remembered.get(key));
  return draft?.userId === userId ? draft.values : undefined;
}

function findDraft(form: string): Draft | undefined {
  const key = keyOf(form);
  return read(rememberedInTab.get(key)) ?? read(remembered.get(key));
}

export function forgetDraft(form: string): void {
  rememberedInTab.remove(keyOf(form));
  remembered.remove(keyOf(form));
}

export function forgetDrafts(): void {
  rememberedInTab.remove(...rememberedInTab.listDrafts());
  remembered.remove(...remembered.listDrafts());
}

/** Removes drafts of other users, and drafts that have expired. */
export function forgetDraftsOfOthers(userId: string): void {
  for (const key of remembered.listDrafts()) {
    if (read(remembered.get(key))?.userId !== userId) remembered.remove(key);
  }
}
