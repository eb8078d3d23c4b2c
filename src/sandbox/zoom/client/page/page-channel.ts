// The messages that the sandbox sends to pages that show clients.

/** A message to the page in which a client is shown. */
export type PageMessage =
  /** An event of the SDK, for the app in the client's frame. */
  | { kind: "event"; name: string; data: unknown }
  /** The client's appearance has changed. */
  | { kind: "changed" }
  /** An entry for the client's log. */
  | { kind: "log"; line: string };

export type PageListener = (clientId: string, message: PageMessage) => void;

export interface PageChannel {
  publish(clientId: string, message: PageMessage): void;
  /** @returns a function that ends the subscription. */
  subscribe(listener: PageListener): () => void;
  /** The latest entries in the client's log, oldest first. */
  logOf(clientId: string): string[];
}

const MAX_LINES = 60;

export function createPageChannel(): PageChannel {
  const listeners = new Set<PageListener>();
  const logs = new Map<string, string[]>();
  return {
    publish(clientId, message) {
      if (message.kind === "log") {
        logs.set(clientId, [...(logs.get(clientId) ?? []), message.line].slice(-MAX_LINES));
      }
      for (const listener of listeners) listener(clientId, message);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    logOf: (clientId) => logs.get(clientId) ?? [],
  };
}
