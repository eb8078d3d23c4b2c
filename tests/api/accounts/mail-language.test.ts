import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountExistsMail,
  resetCodeMail,
  signUpCodeMail,
} from "#server/accounts/accounts.mails.ts";
import { receivedMail } from "#server/contact/contact.mails.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { zoomLinkCodeMail } from "#server/zoom-app/zoom-app.mails.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent } from "../../support/people.ts";
import { openInZoom } from "../zoom-app/zoom-client.ts";
import { createBrowser } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000", LANGUAGES: "ar,fr" } });
});
afterAll(() => app.close());

/** A person who has chosen French. */
async function addFrenchStudent(): Promise<string> {
  const { userId, email } = await addStudent(app.context);
  await app.context.db.update(users).set({ language: "fr" }).where(eq(users.id, userId));
  return email;
}

/** The subject of the latest email to the address. */
async function readSubject(email: string): Promise<string | undefined> {
  await app.context.jobs.drain();
  return app.mails.findLast(({ to }) => to === email)?.subject;
}

const zoom = openInZoom(() => app);

/** The emails that anyone can make the site send to an address, and their subjects. */
const requests: [string, (email: string) => Promise<unknown>, () => string][] = [
  [
    "a sign-up",
    (email) =>
      createBrowser(app).post("/signup", { name: "Sami Noor", email, password: "sea-salt-93" }),
    () => accountExistsMail(app.config, "").subject,
  ],
  [
    "a forgotten password",
    (email) => createBrowser(app).post("/password/forgot", { email }),
    () => resetCodeMail("", "").subject,
  ],
  [
    "a code for the app in Zoom",
    async (email) => zoom.requestCode((await zoom.open({ uid: zoom.newUser() })).ticket, email),
    () => zoomLinkCodeMail("", "").subject,
  ],
  [
    "a message to staff",
    (email) => {
      const body = {
        name: "Sami Noor",
        email,
        subject: "A question",
        message: "Is there a class?",
      };
      return app.call("POST", "/api/contact", { body });
    },
    () => receivedMail("", "").subject,
  ],
];

test.each(requests)(
  "an email about %s is in the language of the account",
  async (_, send, subject) => {
    const email = await addFrenchStudent();
    await runWithLanguage("ar", () => send(email));
    expect(await readSubject(email)).toBe(runWithLanguage("fr", subject));
  },
);

test("an address without an account gets its code in the language of the page", async () => {
  const email = "new-person@example.org";
  const input = { name: "Sami Noor", email, password: "sea-salt-93" };
  await runWithLanguage("ar", () => createBrowser(app).post("/signup", input));
  const subject = () => signUpCodeMail("", "").subject;
  expect(await readSubject(email)).toBe(runWithLanguage("ar", subject));
});
