/**
 * Values typed into a form when the session ended or the page was left, stored until the same person
 * returns to the same page. Never passwords or codes. Most drafts stay in their tab. Drafts of long
 * forms are kept until their author logs out, another account logs in, or a month has passed.
 */
import { type DraftKey, remembered, rememberedInTab } from "./browser-storage.ts";

type Values = Record<string, unknown>;

interface Draft {
  userId: string;
  values: Values;
  /** By the clock here, in milliseconds since the epoch. */
  savedAt: number;
}

const secret = /password|code/i;
const longest = 30 * 24 * 60 * 60 * 1000;

const keyOf = (form: string): DraftKey => `draft:${location.pathname}:${form}`;

function read(text: string | null): Draft | undefined {
  if (!text) return undefined;
  const draft = JSON.parse(text) as Draft;
  return Date.now() - draft.savedAt < longest ? draft : undefined;
}

/** @param lasts whether it outlasts the tab. */
export function saveDraft(form: string, userId: string, values: Values, lasts = false): void {
  const storable = Object.entries(values).filter(([name]) => !secret.test(name));
  const draft: Draft = { userId, values: Object.fromEntries(storable), savedAt: Date.now() };
  (lasts ? remembered : rememberedInTab).set(keyOf(form), JSON.stringify(draft));
}

/** The draft of this form, which is forgotten with that. Another person's is only forgotten. */
export function takeDraft(form: string, userId: string): Values | undefined {
  const draft = findDraft(form);
  forgetDraft(form);
  return draft?.userId === userId ? draft.values : undefined;
}

/** Whether there is something to take. */
export function hasDraft(form: string, userId: string): boolean {
  return findDraft(form)?.userId === userId;
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

/** Leaves the next person at this screen nothing of the last one, and nothing for ever. */
export function forgetDraftsOfOthers(userId: string): void {
  for (const key of remembered.listDrafts()) {
    if (read(remembered.get(key))?.userId !== userId) remembered.remove(key);
  }
}
