/** Listening to the Quran: highlighted words, repetition, the end of a page, failures and keys. */
import type { Page } from "@playwright/test";
import { findWordAt, readTimings, type VerseTimings } from "#lib/audio/timings.ts";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import type { Site } from "../support/site.ts";
import { servePiecewise } from "./piecewise.ts";

const player = (page: Page) => page.getByRole("region", { name: "Audio player" });
const verse = (page: Page, key: string) => page.locator(`[data-verse="${key}"]`);
const listenButton = (page: Page) => page.locator("[data-reader-act=play]");

async function readVerseTimings({ sandboxUrl }: Site, surah: string, number: number) {
  const answer = await fetch(`${sandboxUrl}/recitations/practice-tones/timings/${surah}.json`);
  const timings = readTimings(await answer.json())?.get(number);
  if (!timings) throw new Error("The verse has no timings");
  return timings;
}

/** What was highlighted at some moment between two times of the recording, in milliseconds. */
interface Sample {
  from: number;
  /** On a busy machine, several words may be spoken after `from`. */
  to: number;
  verse: string | undefined;
  word: number | undefined;
}

/** Records what is highlighted in every frame from now on. */
async function startSampling(page: Page): Promise<void> {
  await page.evaluate(() => {
    const samples: Sample[] = [];
    Object.assign(window, { samples });
    const read = (audio: HTMLAudioElement, from: number) => {
      const current = document.querySelector<HTMLElement>("[data-verse][data-recited]");
      const word = current?.querySelector<HTMLElement>("[data-word][data-recited]")?.dataset.word;
      const times = { from, to: audio.currentTime * 1000 };
      samples.push({
        ...times,
        verse: current?.dataset.verse,
        word: word ? Number(word) : undefined,
      });
    };
    // Nothing can be heard while the audio seeks.
    const note = () => {
      const audio = document.querySelector("audio");
      // The highlight is read after all other work of this frame, so this is what the browser draws.
      const isHeard = audio && !audio.paused && !audio.seeking;
      if (isHeard) setTimeout(read, 0, audio, audio.currentTime * 1000);
      requestAnimationFrame(note);
    };
    note();
  });
}

const readSamples = (page: Page) =>
  page.evaluate(() => (window as unknown as { samples: Sample[] }).samples);

/** Expects that each highlighted word was spoken within 50 ms of the sample. */
function expectInTime(samples: readonly Sample[], timings: VerseTimings): void {
  const wrong = samples.filter(({ from, to, word = 0 }) => {
    const first = findWordAt(timings, from - 50) ?? 0;
    const last = findWordAt(timings, Math.max(from, to) + 50) ?? 0;
    return word < first || word > last;
  });
  expect(wrong).toEqual([]);
}

test("each word is highlighted with its tone, verse after verse, up to the end of the page", async ({
  page,
  site,
}) => {
  await page.goto("/quran/112");
  await startSampling(page);
  await listenButton(page).click();
  await expect(player(page).getByText("Practice tones", { exact: true })).toBeVisible();
  await expect(player(page).getByText("Al-Ikhlas, Basmala")).toBeVisible();
  await expect(page.locator(".basmala")).toHaveAttribute("data-recited", "");
  await expect(player(page).getByText("Al-Ikhlas 112:4")).toBeVisible({ timeout: 30_000 });
  await expect(player(page).getByText("End of the page")).toBeVisible({ timeout: 30_000 });
  const samples = await readSamples(page);
  for (const number of [1, 2, 3, 4]) {
    const timings = await readVerseTimings(site, "112", number);
    // The first frames of a verse can be drawn before its timings have arrived.
    const own = samples.filter((sample) => sample.verse === `112:${number}`);
    const spoken = own.filter(({ word }) => word !== undefined);
    const words = new Set(spoken.map(({ word }) => word));
    expect(words.size).toBeGreaterThanOrEqual(number === 1 ? 1 : timings.words - 1);
    expectInTime(spoken, timings);
  }
  await expect(page.locator("[data-recited]")).toHaveCount(0);
  await expect(page.locator("audio")).toHaveCount(1);

  await player(page).getByRole("link", { name: "Continue with Al-Falaq" }).click();
  await expect(page).toHaveURL("/quran/113");
  await expect(verse(page, "113:1")).toHaveAttribute("data-recited", "");
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
});

test("the player names verses in the page's language", async ({ page }) => {
  await page.goto("/ar/quran/112");
  await listenButton(page).click();
  await expect(page.locator(".player").getByText("الإخلاص، البسملة")).toBeVisible();
  await expect(page.locator(".player").getByText("الإخلاص 112:1")).toBeVisible();
});

test("words of a verse are repeated, in every mode, with a pause for the listener to repeat them", async ({
  page,
}) => {
  await page.goto("/quran/112");
  await page.getByRole("button", { name: "Tools for verse 112:2" }).click();
  await page.getByRole("button", { name: "Repeat this verse" }).click();
  await page.keyboard.press("Escape");
  await expect(verse(page, "112:2").locator("[data-word][data-recited]")).toBeVisible();
  await expect(verse(page, "112:2").locator("[data-word]")).toHaveCount(2);
  for (const mode of ["Page", "Reading", "Verses"]) {
    await page.getByRole("link", { name: mode, exact: true }).click();
    await expect(page.locator(".reader-modes [aria-current]")).toHaveText(mode);
    await expect(verse(page, "112:2").locator("[data-word][data-recited]")).toBeVisible();
    await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  }
  await player(page).getByRole("button", { name: "Next verse" }).click();
  await player(page).getByRole("button", { name: "Repeat and speed" }).click();
  await expectAccessible(page);
  // Visitors have the free plan.
  await player(page).getByLabel("From verse").selectOption("112:3");
  await player(page).getByLabel("Play the range").selectOption("2");
  await expect(
    player(page).getByText("Repeating more than one verse is part of Premium."),
  ).toBeHidden();
  await player(page).getByLabel("To verse").selectOption("112:4");
  await expect(
    player(page).getByText("Repeating more than one verse is part of Premium."),
  ).toBeVisible();
  await expect(player(page).getByLabel("Play the range")).toHaveValue("1");
  await player(page).getByLabel("From word").selectOption("2");
  await player(page).getByLabel("To word").selectOption("3");
  await player(page).getByRole("button", { name: "Repeat these words" }).click();
  await startSampling(page);
  const rounds = async () => {
    const times = (await readSamples(page)).map(({ from }) => from);
    return times.filter((time, index) => time < (times[index - 1] ?? 0)).length;
  };
  await expect.poll(rounds).toBeGreaterThan(2);
  const words = (await readSamples(page)).flatMap(({ word }) => word ?? []);
  expect([...new Set(words)].sort()).toEqual([2, 3]);

  await player(page).getByLabel("Pause after each verse").check();
  await expect(player(page).getByText("Your turn: repeat the words")).toBeVisible();
  await player(page).getByRole("button", { name: "Stop repeating" }).click();
  const repeatButton = player(page).getByRole("button", { name: "Repeat these words" });
  await expect(repeatButton).toBeFocused();
  await player(page).getByLabel("Speed", { exact: true }).selectOption("1.5");
  await page.keyboard.press("Escape");
  await expect(player(page).getByRole("button", { name: "Repeat and speed" })).toBeFocused();
  expect(
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.playbackRate),
  ).toBe(1.5);
  await player(page).getByRole("button", { name: "Close the player" }).click();
  await expect(player(page)).toBeHidden();
  await expect(page.locator("[data-recited]")).toHaveCount(0);
  // The speed is remembered.
  await page.goto("/quran/113");
  await listenButton(page).click();
  await expect(player(page).getByText("1.5×")).toBeVisible();
});

test("a paused recording waits at its word in every mode", async ({ page }) => {
  await page.goto("/quran/112");
  await page.getByRole("button", { name: "Tools for verse 112:2" }).click();
  // A verse that is played once can be over before the click that pauses it arrives.
  await page.getByRole("button", { name: "Repeat this verse" }).click();
  await page.keyboard.press("Escape");
  await expect(verse(page, "112:2").locator("[data-word][data-recited]")).toBeVisible();
  await player(page).getByRole("button", { name: "Pause" }).click();
  const audio = page.locator("audio");
  const readTime = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  const time = await readTime();
  for (const mode of ["Page", "Reading", "Verses"]) {
    await page.getByRole("link", { name: mode, exact: true }).click();
    await expect(page.locator(".reader-modes [aria-current]")).toHaveText(mode);
    await expect(player(page).getByText("Al-Ikhlas 112:2")).toBeVisible();
    await expect(player(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(verse(page, "112:2")).toHaveAttribute("data-recited", "");
    await expect.poll(readTime).toBeCloseTo(time, 1);
    expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(true);
  }
  await player(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(readTime).not.toBeCloseTo(time, 1);
});

test("with reduced motion, highlights appear at once, without transitions", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/quran/112");
  await page.getByRole("button", { name: "Tools for verse 112:1" }).click();
  await page.getByRole("button", { name: "Repeat this verse" }).click();
  const word = verse(page, "112:1").locator("[data-word][data-recited]");
  await expect(word).toHaveCSS("transition-duration", "0s");
});

/** Keeps which verses the pages of a tab have recited, because a slow machine sees a short one too late. */
async function recordRecited(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { verse, recited } = (target as HTMLElement).dataset;
        if (verse === undefined || recited === undefined) continue;
        sessionStorage.setItem("recited", `${sessionStorage.getItem("recited") ?? ""} ${verse}`);
      }
    }).observe(document, { attributeFilter: ["data-recited"], subtree: true });
  });
}

async function expectRecited(page: Page, key: string): Promise<void> {
  // The page can be replaced by the next one while it is asked.
  await expect(async () => {
    const recited = await page.evaluate(() => sessionStorage.getItem("recited") ?? "");
    expect(recited.split(" ")).toContain(key);
  }).toPass({ timeout: 30_000 });
}

test("playing from the last verse of a page or a surah continues with the next one", async ({
  page,
}) => {
  await recordRecited(page);
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  for (const [from, last, to, next] of [
    ["/quran/112", "112:4", "/quran/113", "113:1"],
    ["/quran/juz/1", "2:141", "/quran/juz/2", "2:142"],
    ["/quran/112/1", "112:1", "/quran/112/2", "112:2"],
  ] as const) {
    await page.goto(from);
    await page.getByRole("button", { name: `Tools for verse ${last}` }).click();
    await page.getByRole("button", { name: "Play from here" }).click();
    await expect.poll(() => visited, { timeout: 30_000 }).toContain(to);
    await expectRecited(page, next);
  }
  // It began in the middle of the surah, so it stops at the end.
  await expect(page).toHaveURL("/quran/112/4", { timeout: 30_000 });
  await expect(player(page).getByText("End of verse 112:4")).toBeVisible({ timeout: 30_000 });
});

test("playback that continues on a page on a slow connection goes on to the page's end", async ({
  page,
  site,
}) => {
  await recordRecited(page);
  // The page of 112 arrives up to the middle of its third verse.
  const piecewise = await servePiecewise(site.url, "لَمۡ");
  try {
    await page.goto(`${piecewise.url}/quran/111`);
    await page.getByRole("button", { name: "Tools for verse 111:5" }).click();
    await page.getByRole("button", { name: "Play from here" }).click();
    await expect(verse(page, "112:3")).toBeAttached({ timeout: 60_000 });
    // The script that continues is ready before the rest of the page.
    await page.waitForFunction(() => sessionStorage.getItem("continueListening") === null);
    piecewise.sendRest();
    await expectRecited(page, "112:4");
  } finally {
    await piecewise.close();
  }
});

test("the player can be used with the keyboard in every mode", async ({ page }) => {
  for (const path of ["/quran/juz/3?mode=reading", "/quran/page/42"]) {
    await page.goto(path);
    await verse(page, "2:253").scrollIntoViewIfNeeded();
    await page.keyboard.press("p");
    const toggle = player(page).getByRole("button", { name: "Pause" });
    await expect(toggle).toBeVisible();
    await expect(verse(page, "2:253")).toHaveAttribute("data-recited", "");
    await expect(verse(page, "2:253").locator("[data-word][data-recited]")).toBeVisible();
    await page.keyboard.press("p");
    await expect(player(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.emulateMedia({ colorScheme: "light" });
    await expectNoOverflow(page);
    await player(page).getByRole("button", { name: "Next verse" }).focus();
    await page.keyboard.press("Enter");
    await expect(verse(page, "2:254")).toHaveAttribute("data-recited", "");
  }
  const title = await page.evaluate(() => navigator.mediaSession.metadata?.title);
  expect(title).toBe("Al-Baqarah 2:254");
});

test("words can be repeated with the keyboard alone", async ({ page }) => {
  await page.goto("/quran/112");
  for (const key of ["112:1", "112:2", "112:3"]) {
    await page.keyboard.press("j");
    await expect(verse(page, key)).toBeFocused();
  }
  await page.keyboard.press("p");
  await expect(verse(page, "112:3").locator("[data-word][data-recited]")).toBeVisible();
  await page.keyboard.press("p");
  await player(page).getByRole("button", { name: "Repeat and speed" }).press("Enter");
  await player(page).getByLabel("From word").press("2");
  await expect(player(page).getByLabel("From word")).toHaveValue("2");
  await player(page).getByLabel("To word").press("3");
  await expect(player(page).getByLabel("To word")).toHaveValue("3");
  await player(page).getByRole("button", { name: "Repeat these words" }).press("Enter");
  // The word at which the recording was paused keeps its mark until the first repeated word is recited.
  const recited = verse(page, "112:3").locator("[data-word][data-recited]");
  await expect(recited).not.toHaveAttribute("data-word", "1");
  await startSampling(page);
  const rounds = async () => {
    const times = (await readSamples(page)).map(({ from }) => from);
    return times.filter((time, index) => time < (times[index - 1] ?? 0)).length;
  };
  await expect.poll(rounds).toBeGreaterThan(1);
  const words = (await readSamples(page)).flatMap(({ word }) => word ?? []);
  expect([...new Set(words)].sort()).toEqual([2, 3]);
  await page.keyboard.press("Escape");
  const options = player(page).getByRole("button", { name: "Repeat and speed" });
  await expect(options).toBeFocused();
  await options.press("Enter");
  await player(page).getByRole("button", { name: "Close", exact: true }).press("Enter");
  await expect(options).toBeFocused();
});

test("a host that can't be reached is reported once, and the page stays readable", async ({
  page,
}) => {
  await page.route("**/recitations/**", (route) => route.abort());
  await page.goto("/quran/112");
  await listenButton(page).click();
  await expect(player(page).getByRole("alert")).toHaveText(
    "We couldn't load the recording. Check your connection and try again. You can keep reading.",
  );
  await page.keyboard.press("j");
  await expect(verse(page, "112:1")).toBeFocused();
  await page.unroute("**/recitations/**");
  await player(page).getByRole("button", { name: "Try again" }).press("Enter");
  await expect(player(page).locator("[data-player-toggle]")).toBeFocused();
  await expect(player(page).getByRole("alert")).toBeHidden();
  await expect(verse(page, "112:1").locator("[data-word][data-recited]")).toBeVisible();
});

test("without scripts, no control offers to play audio", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/quran/112`);
  await expect(page.getByRole("heading", { name: "Surah Al-Ikhlas" })).toBeVisible();
  await expect(listenButton(page)).toBeHidden();
  await context.close();
});
