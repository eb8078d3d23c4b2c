/** Calls the product over the network. */
import { setTimeout as pause } from "node:timers/promises";

export interface Answer {
  status: number;
  headers: Headers;
  // Tests read answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what tests check
  body: any;
}

export interface CallOptions {
  body?: unknown;
  /** The caller's access token. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/**
 * Returns a function that calls an origin with JSON. It doesn't follow redirects, and rejects if
 * the response is incomplete.
 */
export function createCall(origin: string): Call {
  return async (method, path, { body, token, signal } = {}) => {
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: "manual",
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const { status, headers } = response;
    return { status, headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** The errors after waiting too long for a lock, or for one's own other requests. */
const busyMessages = [
  "Someone else is changing this. Please try again.",
  "Too many requests at once. Please wait a moment and try again.",
];

/** Whether a server was too busy for a call, or a lock timed out. Nothing was changed, and the caller may retry. */
export const isBusy = ({ status, message }: { status: number; message?: string }): boolean =>
  status === 503 || busyMessages.includes(message ?? "");

/** Repeats a call until the server isn't too busy for it, which is acceptable on a busy machine. */
export async function patiently<Answered>(
  act: () => Promise<Answered>,
  read: (answer: Answered) => Parameters<typeof isBusy>[0],
): Promise<Answered> {
  for (;;) {
    const answer = await act();
    if (!isBusy(read(answer))) return answer;
    await pause(100);
  }
}
