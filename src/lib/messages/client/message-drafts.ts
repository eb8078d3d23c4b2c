/**
 * Unsent drafts and pending messages of each conversation. They are stored in the tab, across page
 * loads and interruptions, until the user logs out.
 */

import { type DraftKey, rememberedInTab } from "../../client/browser-storage.ts";
import type { Outgoing } from "../conversation.ts";

interface Unsent {
  me: string;
  text: string;
  outbox: Pick<Outgoing, "clientId" | "text" | "writtenAt">[];
}

const keyOf = (threadId: string): DraftKey => `draft:messages:${threadId}`;

function read(threadId: string, me: string): Unsent {
  const stored = rememberedInTab.get(keyOf(threadId));
  const unsent = stored ? (JSON.parse(stored) as Unsent) : undefined;
  return unsent?.me === me ? unsent : { me, text: "", outbox: [] };
}

function write(threadId: string, unsent: Unsent): void {
  if (unsent.text === "" && unsent.outbox.length === 0) rememberedInTab.remove(keyOf(threadId));
  else rememberedInTab.set(keyOf(threadId), JSON.stringify(unsent));
}

export function readDraft(threadId: string, me: string): string {
  return read(threadId, me).text;
}

export function storeDraft(threadId: string, me: string, text: string): void {
  write(threadId, { ...read(threadId, me), text });
}

export function readOutbox(threadId: string, me: string): Unsent["outbox"] {
  return read(threadId, me).outbox;
}

export function storeOutbox(threadId: string, me: string, outbox: readonly Outgoing[]): void {
  const stored = outbox.map(({ clientId, text, writtenAt }) => ({ clientId, text, writtenAt }));
  write(threadId, { ...read(threadId, me), outbox: stored });
}
