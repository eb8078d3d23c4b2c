/** Server-sent events as bytes, which are prepared once for many streams. */
import type { LivePageEvents } from "#lib/live-pages/live-pages.responses.ts";

const utf8 = new TextEncoder();

export function toFrame<Name extends keyof LivePageEvents>(
  event: Name,
  data: LivePageEvents[Name],
): Uint8Array {
  return utf8.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const beatFrame: Uint8Array = utf8.encode("event: beat\ndata:\n\n");

/** How long a browser waits before it connects again, in milliseconds. */
export const retryFrame: Uint8Array = utf8.encode("retry: 2000\n\n");
