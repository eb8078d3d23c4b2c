/** People who sign up and log in over HTTP, through either process of a deployment. */
import type { Answer } from "../../../support/app.ts";
import { newEmail, password } from "../browser.ts";
import type { Deployment, RemoteBrowser } from "../deployment.ts";

export const name = "Amina Yusuf";

/** Alternates between the two processes. */
export const turn = (index: number) => (index % 2) as 0 | 1;

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

export const sessionOf = (browser: RemoteBrowser) => browser.cookies.get("halaqa-session") ?? "";

/** Signs up through one process and verifies through the other. */
export async function joinRemotely(site: Deployment, email = newEmail("remote")) {
  const browser = site.browser();
  await browser.call("POST", "/auth/signup", { body: { name, email, password } });
  const code = await site.readCode(email);
  const { body } = await browser.call("POST", "/auth/verify", { body: { email, code }, at: 1 });
  return {
    browser,
    email,
    id: body.data.user.id as string,
    token: body.data.accessToken as string,
  };
}

export async function logInRemotely(site: Deployment, email: string, secret = password) {
  const browser = site.browser();
  const answer = await browser.call("POST", "/auth/login", { body: { email, password: secret } });
  return { browser, token: answer.body.data?.accessToken as string };
}

/** Whether each of the processes accepts an access token. */
export async function isTaken(site: Deployment, token: string): Promise<boolean[]> {
  const ask = (at: 0 | 1) => site.browser().call("GET", "/users/me/sessions", { token, at });
  return (await Promise.all([ask(0), ask(1)])).map(({ status }) => status === 200);
}
