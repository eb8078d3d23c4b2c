/** What the sessions of apps may do. Everything that isn't listed is for browsers only. */
import { AppError } from "#lib/errors.ts";
import type { Actor } from "../../actor.ts";

/**
 * The calls that the panel in Zoom makes: it follows the live page of a class, and ends its own link.
 * Accounts, payments and messages are out of its reach.
 */
const openToZoom: readonly RegExp[] = [
  /^\/api\/classes\/[^/]+\/page(\/events|\/recap)?$/,
  /^\/api\/zoom-app\/(claims|link)$/,
  /^\/api\/quran\//,
];

/** @throws AppError `forbidden` if the actor's session is that of an app that may not call the path. */
export function requireAppAccess({ app }: Actor, path: string): void {
  if (app === undefined || openToZoom.some((pattern) => pattern.test(path))) return;
  throw new AppError("forbidden", "This isn't possible in Zoom. Please use the website.");
}
