/** A browser that calls the account API. It stores cookies and sends its origin. */
import type { Answer, TestApp } from "../../support/app.ts";

export interface Browser {
  cookies: Map<string, string>;
  post(path: string, body?: unknown, options?: PostOptions): Promise<Answer>;
}

interface PostOptions {
  token?: string;
  headers?: Record<string, string>;
}

/**
 * @param address the network address for rate limits, which the app uses only if it trusts one
 * proxy.
 */
export function createBrowser(test: TestApp, address?: string): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async post(path, body, { token, headers = {} } = {}) {
      const answer = await test.call("POST", `/api/auth${path}`, {
        body,
        token,
        headers: {
          origin: test.config.appUrl,
          ...(cookies.size > 0 ? { cookie: writeCookies(cookies) } : {}),
          ...(address === undefined ? {} : { "x-forwarded-for": address }),
          ...headers,
        },
      });
      keepCookies(cookies, answer.headers);
      return answer;
    },
  };
}

export function writeCookies(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Applies the Set-Cookie headers of a response as browsers do. */
export function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const header of headers.getSetCookie()) {
    const [pair = ""] = header.split(";");
    const end = pair.indexOf("=");
    const name = pair.slice(0, end);
    if (/;\s*Max-Age=0\b/i.test(header)) cookies.delete(name);
    else cookies.set(name, pair.slice(end + 1));
  }
}

/** The code in the latest email to the address. */
export async function readCode(test: TestApp, email: string): Promise<string> {
  await test.context.jobs.drain();
  const mail = test.mails.findLast(({ to, text }) => to === email && /^\s*\d{6}$/m.test(text));
  const code = /^\s*(\d{6})$/m.exec(mail?.text ?? "")?.[1];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** A different six-digit code. */
export function otherCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, "0");
}

/** Opens all connections of the pool, so that parallel calls really start at the same time. */
export async function openConnections({ database }: TestApp): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => database.pool.query("select pg_sleep(0.05)")));
}

export const password = "a quiet morning by the river";

let people = 0;

/** An address that no other test uses. */
export function newEmail(name = "person"): string {
  people += 1;
  return `${name}${people}@example.org`;
}

export interface Member {
  browser: Browser;
  id: string;
  email: string;
  /** The access token. */
  token: string;
}

/** Signs a person up and verifies the email address. */
export async function join(test: TestApp, email = newEmail()): Promise<Member> {
  const browser = createBrowser(test);
  await browser.post("/signup", { name: "Amina Yusuf", email, password });
  const code = await readCode(test, email);
  const { body } = await browser.post("/verify", { email, code });
  return { browser, id: body.data.user.id, email, token: body.data.accessToken };
}
