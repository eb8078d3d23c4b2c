/** A fake API with fixed responses, which records all calls. */
import { afterEach, vi } from "vitest";

interface Answer {
  status?: number;
  body?: unknown;
  /** Sent unchanged instead of JSON. */
  text?: string;
  headers?: Record<string, string>;
}
type Answers = Record<string, Answer | (() => Answer | Promise<Answer>)>;

export interface Call {
  /** 'POST /auth/login' */
  name: string;
  body: Record<string, unknown>;
  authorization: string | null;
  headers: Headers;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers calls by 'METHOD /path' relative to /api. Any other call fails the test. */
export function answer(answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const name = `${init.method} ${url.replace(/^\/api/, "")}`;
    const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
    const sent = new Headers(init.headers);
    calls.push({ name, body, authorization: sent.get("authorization"), headers: sent });
    const found = answers[name];
    if (!found) throw new Error(`Nobody answers ${name}`);
    const reply = typeof found === "function" ? await found() : found;
    const { status = 200, body: data, text, headers = {} } = reply;
    return new Response(text ?? JSON.stringify(data ?? { success: true, data: null }), {
      status,
      headers,
    });
  });
  return calls;
}

export const success = (data: unknown, message?: string) => ({
  body: { success: true, status: "success", data, ...(message ? { message } : {}) },
});

export const failure = (
  status: number,
  message: string,
  errors?: { field: string; message: string }[],
) => ({
  status,
  body: { success: false, status: "error", message, ...(errors ? { errors } : {}) },
});
