/**
 * What somebody had typed into a form when the session ended or the page was left, kept in the tab
 * until the same person is back on the same page. Never passwords or codes.
 */
import { type DraftKey, rememberedInTab } from "./browser-storage.ts";

type Values = Record<string, unknown>;

const secret = /password|code/i;

const keyOf = (form: string): DraftKey => `draft:${location.pathname}:${form}`;

export function saveDraft(form: string, userId: string, values: Values): void {
  const kept = Object.entries(values).filter(([name]) => !secret.test(name));
  const draft = { userId, values: Object.fromEntries(kept) };
  rememberedInTab.set(keyOf(form), JSON.stringify(draft));
}

/** The draft of this form, which is forgotten with that. Another person's is only forgotten. */
export function takeDraft(form: string, userId: string): Values | undefined {
  const key = keyOf(form);
  const text = rememberedInTab.get(key);
  if (!text) return undefined;
  rememberedInTab.remove(key);
  const draft = JSON.parse(text) as { userId: string; values: Values };
  return draft.userId === userId ? draft.values : undefined;
}

export function forgetDraft(form: string): void {
  rememberedInTab.remove(keyOf(form));
}

export function forgetDrafts(): void {
  for (const key of rememberedInTab.listDrafts()) rememberedInTab.remove(key);
}
