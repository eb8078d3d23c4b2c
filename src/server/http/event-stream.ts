/** Streams of server-sent events whose frames are prepared once for many streams. */
import type { Context as HonoContext } from "hono";
import type { Config } from "../config/config.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * The maximum number of streams of each kind in one process. An address may be shared by a whole
 * school.
 */
const streamsPerAddress = 1_000;

/** How many streams of one kind a client address may have open in this process. */
export function maxStreamsPerAddress({ rateLimitFactor }: Pick<Config, "rateLimitFactor">): number {
  return Math.max(1, streamsPerAddress * rateLimitFactor);
}

export interface EventStream {
  /** Sends a complete frame. A stream whose client is too far behind is aborted instead. */
  send(frame: Uint8Array): void;
  /** Ends the response after what was sent. */
  end(): void;
  readonly isOpen: boolean;
}

interface Options {
  /** The maximum number of frames that wait for the client. */
  maxBacklog: number;
  /** Called once, when the stream has ended for whatever reason. */
  onEnd(): void;
}

/** A response whose body is the stream. */
export function openEventStream(
  c: HonoContext<AppEnv>,
  { maxBacklog, onEnd }: Options,
): { stream: EventStream; response: Response } {
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const finish = (): boolean => {
    if (!isOpen) return false;
    isOpen = false;
    onEnd();
    return true;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      cancel: () => {
        finish();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  const stream: EventStream = {
    get isOpen() {
      return isOpen;
    },
    send(frame) {
      if (!isOpen || !controller) return;
      controller.enqueue(frame);
      if (-(controller.desiredSize ?? 0) <= maxBacklog) return;
      finish();
      controller.error(new Error("The client of an event stream doesn't read"));
    },
    end() {
      if (finish()) controller?.close();
    },
  };
  return { stream, response: c.body(body, 200, eventStreamHeaders) };
}

/** The response to HEAD. Nobody would close a stream. */
export function describeEventStream(c: HonoContext<AppEnv>): Response {
  return c.body(null, 200, eventStreamHeaders);
}

const eventStreamHeaders = {
  "Content-Type": "text/event-stream",
  // Compression would delay events by buffering them.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};
