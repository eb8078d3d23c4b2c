/** Checks that screens and emails contain no English in another language. */
import { expect, type Page } from "@playwright/test";
import { type Language, languageFacts } from "#lib/languages.ts";
import { expectHydrated } from "./hydrated.ts";
import type { Mail, Site } from "./site.ts";

/** Names of products, currencies, zones, examples and people, which are the same in all languages. */
const names =
  /Halaqa|Premium|JavaScript|Zoom|Stripe|Google|Apple|Outlook|Léa Moreau|Léa|Moreau|LM|À bientôt, professeur|US\$|GMT|UTC|Mastercard|Visa|WhatsApp|Telegram|QR|Chrome(?:OS)?|Chromium|Linux|Mac|Windows|JPEG|JPG|PNG|GIF|WebP|CSV|JSON|Markdown|MB|English|Français|Español/g;
/** Addresses, IANA names of time zones, codes and numbers. */
const addresses = /\b[A-Z]\w+(?:\/[\w -]+)+|https?:\S+|\S+@\S+|\b\w+_\w+\b|\b[A-Z\d]{6,}\b/g;

/** Words that French doesn't have. */
const englishWords =
  /(?<![\p{L}’'-])(?:the|and|your|you|with|is|are|was|this|that|for|from|of|to|by|at|has|have|will|no|not|yet|here|please|class|classes|meeting|teacher|student|learn|show|loading|failed)(?![\p{L}’'-])/iu;

/** The English that is left in a text; undefined if there is none. */
function findEnglish(text: string, language: Language): string | undefined {
  const own = text.replaceAll(addresses, " ").replaceAll(names, " ");
  if (languageFacts[language].direction === "rtl") return /[A-Za-z]{2,}/.exec(own)?.[0];
  return englishWords.exec(own)?.[0];
}

/**
 * The visible texts and labels, without what people wrote, parts in another language, and the names of
 * works and people whose data the page uses.
 */
export async function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { lang } = document.documentElement;
    const isOwn = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return (
        element?.closest("[lang]")?.getAttribute("lang") === lang &&
        // Time zones have their IANA names in all languages.
        !element.closest(
          "script, style, noscript, kbd, template, [hidden], [name=timeZone], .credits",
        )
      );
    };
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isOwn(node)) texts.push(node.textContent?.trim() ?? "");
    }
    for (const element of document.querySelectorAll(
      "[aria-label], [placeholder], [title], [alt]",
    )) {
      if (!isOwn(element)) continue;
      for (const name of ["aria-label", "placeholder", "title", "alt"]) {
        texts.push(element.getAttribute(name) ?? "");
      }
    }
    return [...new Set(texts)].filter((text) => text !== "");
  });
}

/** Expects that the screen contains no English. */
export async function expectScreenIn(page: Page, language: Language): Promise<void> {
  await expectHydrated(page);
  const left = (await listTexts(page)).flatMap((text) => {
    const found = findEnglish(text, language);
    return found ? [`${found}: ${text}`] : [];
  });
  expect.soft(left, `English on ${page.url()}`).toEqual([]);
}

/** Expects at least this many emails to the address, all of them in the language. */
export async function expectMailsIn(
  site: Site,
  address: string,
  language: Language,
  count: number,
): Promise<void> {
  const list = `${site.sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`;
  const fetchMails = async () => (await (await fetch(list)).json()) as Mail[];
  await expect.poll(async () => (await fetchMails()).length).toBeGreaterThanOrEqual(count);
  const { direction } = languageFacts[language];
  for (const { subject, text, html } of await fetchMails()) {
    expect.soft(html, subject).toContain(`<html lang="${language}" dir="${direction}"`);
    for (const part of [subject, text]) {
      expect.soft(findEnglish(part, language), `English in ${part}`).toBeUndefined();
    }
  }
}
