/** A fake server for a live page's stream and commands. */
import { onTestFinished, vi } from "vitest";
import type {
  LivePage,
  LivePageEvents,
  LivePageSnapshot,
} from "#lib/live-pages/live-pages.responses.ts";
import { signInAs } from "../support/session.ts";

export const snapshot: LivePageSnapshot = {
  seq: 4,
  state: {
    shared: true,
    from: "2:255",
    to: "2:257",
    current: "2:255",
    word: null,
    translations: true,
    transliteration: false,
    gloss: false,
    locked: false,
    lead: { _id: "prf_teacher", name: "Khalid Mansour" },
    cohosts: [],
    reciter: null,
  },
  role: "participant",
  profileId: "prf_1",
  hostId: "prf_teacher",
  followers: 1,
  isLeadAway: false,
  hands: 0,
  isHandRaised: false,
};

/** The class of the page. */
export const facts: LivePage["class"] = {
  courseId: "crs_1",
  courseTitle: "Tajweed",
  startsAt: "2027-03-10T12:00:00.000Z",
  endsAt: "2027-03-10T13:00:00.000Z",
  isCanceled: false,
  isInZoom: false,
};

/** The snapshot's state with these changes. */
export const stateWith = (changes: Partial<LivePageSnapshot["state"]>) => ({
  ...snapshot.state,
  ...changes,
});

export class FakeConnection {
  readonly authorization: string | null;
  readonly signal: AbortSignal;
  readonly #controller: { current?: ReadableStreamDefaultController<Uint8Array> } = {};
  readonly body: ReadableStream<Uint8Array>;

  constructor(init: RequestInit) {
    this.authorization = new Headers(init.headers).get("authorization");
    this.signal = init.signal ?? new AbortController().signal;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller.current = controller;
      },
    });
  }

  /** Sends these bytes unchanged. */
  async write(text: string): Promise<void> {
    this.#controller.current?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  }

  send<Name extends keyof LivePageEvents>(name: Name, data: LivePageEvents[Name]): Promise<void> {
    return this.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  beat(): Promise<void> {
    return this.write("event: beat\ndata:\n\n");
  }

  /** Ends the stream, as a server that stops does. */
  async end(): Promise<void> {
    this.#controller.current?.close();
    await vi.advanceTimersByTimeAsync(0);
  }
}

export interface FakeServer {
  connections: FakeConnection[];
  /** The most recently opened connection. */
  latest(): FakeConnection;
  /** The commands that were sent. */
  commands: Record<string, unknown>[];
  /** The status of the next connections; 200 opens a stream, and 0 means no response. */
  status: number;
  /** Answers commands. */
  answer: (command: Record<string, unknown>) => Response | Promise<Response>;
}

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

export const accept = (seq: number) => json({ success: true, data: { seq } });
export const refuse = (status: number, message: string) =>
  json({ success: false, status: "error", message }, status);

/** Starts the server, with a student logged in. */
export function startServer(): FakeServer {
  signInAs({});
  const server: FakeServer = {
    connections: [],
    commands: [],
    status: 200,
    answer: () => accept(4),
    latest: () => {
      const connection = server.connections.at(-1);
      if (!connection) throw new Error("No stream was opened");
      return connection;
    },
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address === "/api/classes/cls_1/page") {
      const command = JSON.parse(String(init.body));
      server.commands.push(command);
      return server.answer(command);
    }
    if (address !== "/api/classes/cls_1/page/events") throw new Error(`Nobody answers ${address}`);
    if (server.status === 0) throw new TypeError("Failed to fetch");
    const connection = new FakeConnection(init);
    server.connections.push(connection);
    return server.status === 200
      ? new Response(connection.body)
      : refuse(server.status, "Class not found");
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return server;
}
