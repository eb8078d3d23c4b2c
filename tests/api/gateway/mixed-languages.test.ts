/** Simultaneous requests in all languages: each page, error and email is in the right one. */
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addLanguagePrefix, type Language, languageHeader, languages } from "#lib/languages.ts";
import { withDirection } from "#lib/text/bidi.ts";
import { receivedMail } from "#server/contact/contact.mails.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { confirmationMail } from "#server/newsletter/newsletter.mails.ts";
import { getLanguage, runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { type Page, sendPage, startGateway } from "../../support/gateway.ts";
import { addStudent } from "../../support/people.ts";

const t = getTexts("time");
const count = 1_000;
const atOnce = 40;

let app: TestApp;
/** An account for each language. */
const accounts: { language: Language; email: string }[] = [];
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000000" } });
  for (const language of languages) {
    const { userId, email } = await addStudent(app.context);
    await app.context.db.update(users).set({ language }).where(eq(users.id, userId));
    accounts.push({ language, email });
  }
});
afterAll(() => app.close());

/** Responds after other requests have had their turn. */
const pages: Page = async (_, res) => {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  sendPage(res, `${getLanguage()} ${t("month.3")}`);
};

/** Staff get each message once, so each has a different text. */
const writeContact = (email: string, number: number) =>
  JSON.stringify({ name: "Sami Noor", email, subject: "A question", message: `Message ${number}` });

/** What is requested: the text of the response in a language. */
type Ask = (url: string, language: Language, number: number) => Promise<string>;

const requests: Record<string, Ask> = {
  page: async (url, language) => read(url + addLanguagePrefix("/courses", language)),
  "missing course": (url, language) => call(url, language, "/api/courses/crs_missing"),
  "invalid input": (url, language) =>
    call(url, language, "/api/contact", writeContact("nobody", 0)),
  "email to a new address": (url, language, number) =>
    call(url, language, "/api/newsletter", JSON.stringify({ email: newAddress(language, number) })),
  // The account's language isn't that of the page.
  "email to an account": (url, language, number) =>
    call(url, language, "/api/contact", writeContact(accountOf(number), number)),
};

const accountOf = (number: number) => at(accounts, Math.floor(number / 25)).email;

const newAddress = (language: Language, number: number) => `${language}-${number}@new.example.org`;

const read = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();

const call = (url: string, language: Language, path: string, body?: string) =>
  read(url + path, {
    headers: { [languageHeader]: language, "Content-Type": "application/json" },
    ...(body && { method: "POST", body }),
  });

const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("The list is empty");
  return item;
};

test("none of 1,000 simultaneous pages, errors of the API and emails is in the wrong language", async () => {
  const { url } = await startGateway({
    pages,
    api: app.app as never,
    env: { LANGUAGES: languages.join(",") },
  });
  const kinds = Object.keys(requests);
  const alone = new Map<string, string>();
  for (const kind of kinds) {
    for (const language of languages) {
      alone.set(`${kind} ${language}`, (await requests[kind]?.(url, language, count)) ?? "");
    }
    const texts = languages.map((language) => alone.get(`${kind} ${language}`));
    expect(new Set(texts).size, kind).toBe(languages.length);
  }

  const wrong: string[] = [];
  let next = 0;
  const ask = async () => {
    for (let index = next; index < count; index = next) {
      next += 1;
      const language = at(languages, index);
      const kind = at(kinds, Math.floor(index / languages.length));
      const text = await requests[kind]?.(url, language, index);
      if (text !== alone.get(`${kind} ${language}`)) wrong.push(`${kind} ${language}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  expect(wrong).toEqual([]);

  await app.context.jobs.drain();
  const subjects = (address: RegExp) =>
    app.mails.filter(({ to }) => address.test(to)).map(({ subject }) => subject);
  for (const [index, language] of languages.entries()) {
    const subjectsToNew = subjects(new RegExp(`^${language}-\\d+@new\\.`));
    expect(subjectsToNew.length).toBeGreaterThanOrEqual(count / 25);
    const confirmation = () => withDirection(confirmationMail(app.config, "", "").subject);
    expect(new Set(subjectsToNew)).toEqual(new Set([runWithLanguage(language, confirmation)]));
    const subjectsToAccount = subjects(new RegExp(`^${at(accounts, index).email}$`));
    expect(subjectsToAccount.length).toBeGreaterThan(5);
    const received = () => withDirection(receivedMail("", "").subject);
    expect(new Set(subjectsToAccount)).toEqual(new Set([runWithLanguage(language, received)]));
  }
}, 240_000);
