import { afterEach, expect, test } from "vitest";
import { numberOfVerse, parseVerseKey } from "#lib/quran/quran.ts";
import type { LocalItems } from "#lib/study/overlay.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { showContinue } from "../../../src/islands/study/shared/reader/show-continue.ts";
import { runWithLanguage } from "../../../src/translations/runtime.node.ts";

afterEach(() => document.body.replaceChildren());

const index = `<a data-continue hidden>Continue</a>`;
const passage = `${index}<nav class="reader-modes"><a aria-current="page">Verses</a></nav>`;

/** What the device has stored about the verse that the user read last. */
function lastReadAt(key: string): LocalItems {
  const place = parseVerseKey(key);
  const verse = place && numberOfVerse(place);
  if (verse === undefined) throw new Error(`${key} isn't a verse`);
  const [createdAt, updatedAt] = [new Date(0), new Date(0)];
  const common = { createdAt, updatedAt, base: undefined, state: "saved" as const };
  const bookmark = { ...common, id: resumeId, kind: "bookmark" as const, verse, name: "" };
  return new Map([[resumeId, bookmark]]);
}

function findLink(): HTMLAnchorElement {
  const link = document.querySelector("a");
  if (!link) throw new Error("The page has no link");
  return link;
}

test("the link on the list of surahs follows what the user reads in another tab", () => {
  document.body.innerHTML = index;
  showContinue(new Map());
  expect(findLink().hidden).toBe(true);
  showContinue(lastReadAt("112:1"));
  expect(findLink().textContent).toBe("Continue at 112:1");
  expect(findLink().hidden).toBe(false);
  showContinue(lastReadAt("36:40"));
  expect(findLink().textContent).toBe("Continue at 36:40");
  expect(findLink().getAttribute("href")).toBe("/quran/36#36:40");
});

test("the link on the page of a passage keeps leading to where the user was before", () => {
  document.body.innerHTML = passage;
  showContinue(lastReadAt("36:40"));
  showContinue(lastReadAt("2:255"));
  expect(findLink().textContent).toBe("Continue at 36:40");
});

test("the link leads to the reader in the language of the page", () => {
  document.body.innerHTML = index;
  runWithLanguage("fr", () => showContinue(lastReadAt("36:40")));
  expect(findLink().getAttribute("href")).toBe("/fr/quran/36#36:40");
});
