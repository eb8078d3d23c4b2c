/** People who open the app in Zoom, for the tests of one file. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Answer, TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";
import { appClaims, sealAppContext } from "../../support/zoom-app-context.ts";

export function openInZoom(app: () => TestApp) {
  const newUser = () => randomBytes(16).toString("base64url");

  /** A context that Zoom has just issued. */
  const issueContext = (claims: object = {}): string => {
    const { clientId, clientSecret } = app().config.zoom;
    return sealAppContext(appClaims(clientId, claims), { clientSecret });
  };

  const exchange = (context: string, meetingUuids: string[] = []): Promise<Answer> =>
    app().call("POST", "/api/zoom-app/session", { body: { context, meetingUuids } });

  /** Opens the app. @returns the response's data. */
  async function open(claims: object = {}, meetingUuids: string[] = []) {
    const answer = await exchange(issueContext(claims), meetingUuids);
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  const requestCode = (ticket: string, email: string): Promise<Answer> =>
    app().call("POST", "/api/zoom-app/link/code", { body: { ticket, email } });

  const link = (ticket: string, email: string, code: string): Promise<Answer> =>
    app().call("POST", "/api/zoom-app/link", { body: { ticket, email, code } });

  /** The latest code that was emailed to the address. */
  async function readCode(email: string): Promise<string> {
    await app().context.jobs.drain();
    const mail = app().mails.findLast(({ to, subject }) => to === email && /code/.test(subject));
    return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  }

  /** Opens the app as a new Zoom user, and links it to the person's account. */
  async function openLinked(person: Pick<Person, "email">, claims: object = {}) {
    const uid = newUser();
    const { ticket } = await open({ uid, ...claims });
    expect((await requestCode(ticket, person.email)).status).toBe(200);
    const answer = await link(ticket, person.email, await readCode(person.email));
    expect(answer.status).toBe(200);
    return { uid, ...answer.body.data };
  }

  return { newUser, issueContext, exchange, open, requestCode, link, readCode, openLinked };
}
