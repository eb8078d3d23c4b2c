/** The language of the app in Zoom's client. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Language, languages } from "#lib/languages.ts";
import { $zoomApp, startZoomApp } from "#lib/zoom-app/client/zoom-app.store.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { answer, success } from "../support/api.ts";
import { makeToken } from "../support/session.ts";

const opened = vi.hoisted((): string[] => []);
vi.mock("#lib/zoom-app/client/open-in-language.ts", () => ({
  openInLanguage: (language: string) => opened.push(language),
}));
vi.mock("#lib/zoom-app/client/zoom-client.ts", () => ({
  connectToZoom: async () => ({
    getContext: async () => "a context",
    listMeetingUuids: async () => [],
  }),
  ZoomClientError: class extends Error {},
}));

beforeEach(() => {
  opened.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const unlinked = { ticket: "a ticket", isGuest: false, account: null };
const linked = (language: Language) => ({
  ...unlinked,
  account: {
    accessToken: makeToken(),
    ...{ name: "Maryam Ali", email: "maryam@example.org", language },
    place: { kind: "none", next: null },
  },
});

/** Opens the app on a page in this language. @returns the languages of the pages that follow. */
async function open(
  page: Language,
  {
    browser,
    session = unlinked,
    offered = languages,
  }: {
    browser: string[];
    session?: object;
    offered?: readonly Language[];
  },
): Promise<string[]> {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(browser);
  answer({ "POST /zoom-app/session": success(session) });
  await runWithLanguage(page, () => startZoomApp(offered));
  return opened;
}

it("people who haven't linked an account see the app in the language of Zoom's client", async () => {
  expect(await open("en", { browser: ["de-DE", "ar-EG", "fr"] })).toEqual(["ar"]);
});

it("guests see the app in the language of Zoom's client", async () => {
  const session = { ...unlinked, isGuest: true };
  expect(await open("en", { browser: ["ur"], session })).toEqual(["ur"]);
});

it.each([
  ["the client is in English", "en", ["en-GB", "ar"], languages],
  ["the site has none of the client's languages", "en", ["de", "tr"], languages],
  ["the site doesn't offer the client's language", "en", ["ar"], ["en", "fr"]],
  ["the client's language was opened before", "ar", ["ar"], languages],
  ["another language was opened before", "fr", ["ar"], languages],
] as const)("the app stays in its language if %s", async (_, page, browser, offered) => {
  expect(await open(page, { browser: [...browser], offered })).toEqual([]);
  expect($zoomApp.get()).toMatchObject({ screen: "link" });
});

it("people with an account see the app in the language of their account", async () => {
  expect(await open("en", { browser: ["ar"], session: linked("fr") })).toEqual(["fr"]);
  opened.length = 0;
  expect(await open("en", { browser: ["ar"], session: linked("en") })).toEqual([]);
  expect($zoomApp.get()).toMatchObject({ screen: "place" });
});
