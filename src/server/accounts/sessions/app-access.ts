/** What the sessions of apps may do. Everything that isn't listed here is only for browsers. */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";

const t = getTexts("accounts");

/**
 * The calls that the panel in Zoom makes: it follows the live page of a class, marks recitations
 * there, syncs the person's own notes, and ends its own link. Each call also checks what its actor
 * may do. Accounts, payments, messages, exports and lesson logs are out of the panel's reach.
 */
const openToZoom: readonly { methods: readonly string[]; path: RegExp }[] = [
  { methods: ["GET", "POST"], path: /^\/api\/classes\/[^/]+\/page$/ },
  { methods: ["GET"], path: /^\/api\/classes\/[^/]+\/page\/events$/ },
  { methods: ["POST"], path: /^\/api\/zoom-app\/claims$/ },
  { methods: ["DELETE"], path: /^\/api\/zoom-app\/link$/ },
  { methods: ["GET"], path: /^\/api\/quran\// },
  { methods: ["GET"], path: /^\/api\/recitations\/course\/[^/]+\/student\/[^/]+\/passage$/ },
  { methods: ["POST"], path: /^\/api\/recitations\/course\/[^/]+\/student\/[^/]+$/ },
  { methods: ["POST"], path: /^\/api\/study\/sync$/ },
];

/**
 * @throws AppError `forbidden` if the actor's session belongs to an app that may not make the call.
 */
export function requireAppAccess({ app }: Actor, call: { method: string; path: string }): void {
  if (app === undefined) return;
  const isOpen = openToZoom.some(
    ({ methods, path }) => methods.includes(call.method) && path.test(call.path),
  );
  if (isOpen) return;
  throw new AppError("forbidden", t("server.error.notInZoom"));
}
