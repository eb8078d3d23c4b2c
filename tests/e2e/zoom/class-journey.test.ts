/**
 * A class from the first verse to the recap: the host leads on the site and then follows a student
 * who leads. The followers use the site, Zoom's desktop client and its client on a phone.
 */
import type { Browser, FrameLocator, Page } from "@playwright/test";
import { findLiveClients } from "../../../scripts/support/live-meeting.ts";
import { liveClassId } from "../../../src/server/demo/demo-shapes.ts";
import { addViewer, takeSeat, type Viewer } from "../support/course-market.ts";
import type { Site } from "../support/site.ts";
import { expect, test } from "../support/watched.ts";
import { findCurrentVerse, findWord, logInToApp, type Shown, startLiveSite } from "./live-site.ts";

let site: Site;
test.beforeAll(async () => {
  site = await startLiveSite();
});
test.afterAll(() => site.stop());

const path = `/classes/${liveClassId}/quran`;

async function expectVerse(followers: readonly Shown[], verse: string): Promise<void> {
  for (const follower of followers) {
    await expect(findCurrentVerse(follower)).toHaveAttribute("data-verse", verse);
    await expect(findCurrentVerse(follower)).toBeInViewport();
  }
}

/** A browser in which a demo account is logged in. */
async function logInToSite(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const data = { email, password: "halaqa-demo" };
  expect((await page.request.post("/api/auth/login", { data })).ok()).toBe(true);
  return page;
}

/** The students' clients, side by side in the class's meeting. */
async function openClients(page: Page): Promise<[desktop: FrameLocator, phone: FrameLocator]> {
  await page.setViewportSize({ width: 1440, height: 2_200 });
  await page.goto((await findLiveClients(site.sandboxUrl)) ?? "");
  const appOf = (name: string) => page.frameLocator(`iframe[title="Halaqa for ${name}"]`);
  const [desktop, phone] = [appOf("Student"), appOf("Student2")];
  await logInToApp(site, desktop, "student@halaqa.test");
  await logInToApp(site, phone, "student2@halaqa.test");
  return [desktop, phone];
}

/**
 * From now on, collects the current verses, and each verse that a live region announces to screen
 * readers, with the region's role.
 */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const log = { announced: [] as string[], verses: [] as string[] };
    Object.assign(window, { log });
    const add = (list: string[], text: string | null | undefined) => {
      if (text && list.at(-1) !== text) list.push(text);
    };
    new MutationObserver((records) => {
      const regions = records
        .filter(({ type }) => type !== "attributes")
        .map(({ target }) => (target instanceof Element ? target : target.parentElement))
        .map((target) => target?.closest("[role=status], [role=alert], [aria-live]"));
      for (const region of new Set(regions)) {
        const text = region?.textContent ?? "";
        if (/\d:\d/.test(text)) {
          log.announced.push(`${region?.ariaLive ?? region?.role}: ${text}`);
        }
      }
      add(
        log.verses,
        document.querySelector<HTMLElement>(".live-verse[aria-current]")?.dataset.verse,
      );
    }).observe(document.body, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
}

const readLog = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { log: { announced: string[]; verses: string[] } }).log,
  );

/** A student who has paid for the class's course. */
async function addPaidStudent(browser: Browser, courseId: string): Promise<Viewer> {
  const student = await addViewer(browser, site, "student", { name: "Sumayya Hadi" });
  await takeSeat(student, site, courseId);
  const isSeated = async () => {
    const seats = await student.call("GET", "/enrollment/student/enrollments");
    return seats.some((seat: { courseId: string }) => seat.courseId === courseId);
  };
  await expect.poll(isSeated).toBe(true);
  return student;
}

const announcer = (page: Page) => page.locator("[data-announcer=verse]");

test("a class reads from the first verse to the recap, on the site and in Zoom", async ({
  browser,
  page: zoom,
}) => {
  const host = await logInToSite(browser, "teacher@halaqa.test");
  const token = async () => {
    const headers = { origin: site.url };
    const answer = await host.request.post("/api/auth/refresh", { data: {}, headers });
    return (await answer.json()).data.accessToken;
  };
  const call = async (method: string, address: string, data?: object) => {
    const headers = { authorization: `Bearer ${await token()}` };
    const answer = await host.request.fetch(`/api${address}`, {
      method,
      headers,
      ...(data && { data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const { class: facts } = await call("GET", `/classes/${liveClassId}/page`);
  const student = await addPaidStudent(browser, facts.courseId);
  const { page: inSite } = student;
  await host.setViewportSize({ width: 1280, height: 800 });
  await inSite.clock.install();
  await inSite.setViewportSize({ width: 390, height: 844 });
  const [[desktop, phone]] = await Promise.all([
    openClients(zoom),
    host.goto(path),
    inSite.goto(path),
  ]);
  await expect(host.locator(".live-state")).toHaveText("Live");
  await expect(inSite.locator(".live-state")).toHaveText("Live");
  const followers: Shown[] = [inSite, desktop, phone];
  const side = host.locator(".live-side");
  const next = (shown: Shown) => shown.getByRole("button", { name: "Next verse" });

  await test.step("all three kinds of followers see the first verse that is shared", async () => {
    await watch(inSite);
    await host.getByRole("button", { name: /^Share (a passage|something else)$/ }).click();
    const field = host.getByRole("dialog").getByRole("combobox", { name: "Passage" });
    await field.fill("2:255-286");
    await field.press("Enter");
    await expectVerse(followers, "2:255");
    await expect(announcer(inSite)).toHaveText("Al-Baqarah 2:255");
  });

  await test.step("everyone follows the lead, and sees the word that the lead points at", async () => {
    await next(host).click();
    await expectVerse(followers, "2:256");
    await findWord(host, "2:256", 3).click();
    for (const follower of followers) {
      await expect(findWord(follower, "2:256", 3)).toHaveAttribute("data-pointed", "");
      await expect(follower.locator("[data-pointed]")).toHaveCount(1);
    }
    await expect(announcer(inSite)).toHaveText("Al-Baqarah 2:256");
  });

  await test.step("each person sees only their own highlights, bookmarks and tajweed colors", async () => {
    await inSite.getByRole("button", { name: "My notes on 2:256" }).click();
    const notes = inSite.getByRole("dialog");
    await notes.getByRole("button", { name: "Bookmark this verse" }).click();
    await notes.getByRole("button", { name: "Gold" }).click();
    await notes.getByRole("button", { name: "Close" }).click();
    await expect(inSite.locator('[data-verse="2:256"] [data-highlight="gold"]')).toBeVisible();
    await expect(inSite.locator('[data-verse="2:256"] .study-mark')).toHaveText("Bookmark");
    await inSite.getByRole("button", { name: "Display" }).click();
    await inSite.getByRole("checkbox", { name: "Tajweed colors" }).check();
    await inSite.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(inSite.locator('[data-verse="2:256"] [class^="tj-"]').first()).toBeVisible();
    await expect(inSite.locator('[data-verse="2:256"] [data-highlight="gold"]')).toBeVisible();
    await expect(desktop.locator("[data-highlight], [class^='tj-']")).toHaveCount(0);
    await inSite.locator('[data-verse="2:256"] .study-mark').click();
    await expect(inSite.getByRole("dialog", { name: /^My notes on/ })).toBeVisible();
    await inSite.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  });

  await test.step("the teacher chooses a translation for everyone", async () => {
    await side.getByText("The same for everyone").click();
    await side.getByRole("checkbox", { name: /^French/ }).check();
    for (const follower of followers) {
      await expect(findCurrentVerse(follower).locator(".translation")).toHaveAttribute(
        "lang",
        "fr",
      );
    }
    await side.getByRole("checkbox", { name: /^French/ }).uncheck();
    for (const follower of followers) {
      await expect(findCurrentVerse(follower).locator(".translation")).toHaveAttribute(
        "lang",
        "en",
      );
    }
  });

  await test.step("a follower who scrolls away in free reading stays there, and a locked page moves everyone", async () => {
    await inSite.mouse.move(190, 400);
    await inSite.mouse.wheel(0, 6_000);
    await expect(inSite.getByRole("button", { name: "Back to the teacher, 2:256" })).toBeVisible();
    await next(host).click();
    await expect(inSite.getByRole("button", { name: "Back to the teacher, 2:257" })).toBeVisible();
    await expect(findCurrentVerse(inSite)).not.toBeInViewport();
    await expect(announcer(inSite)).toHaveText("Al-Baqarah 2:257");
    await side.getByRole("checkbox", { name: "Everyone follows my verse" }).check();
    await expectVerse(followers, "2:257");
    await expect(inSite.getByRole("button", { name: /^Back to/ })).toHaveCount(0);
  });

  await test.step("a student in Zoom becomes co-host, leads, and the host takes the lead back", async () => {
    const person = side.locator("[data-person]").filter({ hasText: "Layla Osman" });
    await person.locator("summary").click();
    await person.getByRole("button", { name: "Pass the lead" }).click();
    await expect(desktop.locator(".live-place")).toContainText("You're leading");
    await expect(next(phone)).toHaveCount(0);
    await next(desktop).click();
    await expectVerse([...followers, host], "2:258");
    await expect(next(host)).toHaveCount(0);
    await expect(announcer(inSite)).toHaveText("Al-Baqarah 2:258");
    await side.getByRole("button", { name: "Take back the lead" }).click();
    await expect(host.locator(".live-place")).toContainText("You're leading");
    await expect(next(desktop)).toHaveCount(0);
  });

  await test.step("a late joiner gets the verse with the page, and never an earlier one", async () => {
    const late = await logInToSite(browser, "student@halaqa.test");
    const html = await (await late.request.get(path)).text();
    expect(html).toContain('data-verse="2:258"');
    await late.goto(path);
    await watch(late);
    await expect(late.locator(".live-state")).toHaveText("Live");
    await expectVerse([late], "2:258");
    await next(host).click();
    await expectVerse([late, ...followers], "2:259");
    const { verses } = await readLog(late);
    expect(["2:258,2:259", "2:259"]).toContain(verses.join());
    await late.context().close();
  });

  await test.step("a follower whose network is cut for a minute continues where the class is", async () => {
    await expect(announcer(inSite)).toHaveText("Al-Baqarah 2:259");
    await inSite.route("**/page/events", (route) => route.abort());
    await inSite.clock.fastForward("01:00");
    await expect(inSite.locator(".live-state")).toHaveText("Reconnecting...");
    await expect(inSite.getByText("You're seeing what was last shared.")).toBeVisible();
    await next(host).click();
    await expectVerse([desktop, phone], "2:260");
    await next(host).click();
    await expectVerse([desktop, phone], "2:261");
    await expect(findCurrentVerse(inSite)).toHaveAttribute("data-verse", "2:259");
    await inSite.unroute("**/page/events");
    await inSite.clock.fastForward("00:40");
    await expect(inSite.locator(".live-state")).toHaveText("Live");
    await expectVerse(followers, "2:261");
    await expect(announcer(inSite)).toHaveText("Al-Baqarah 2:261");
  });

  await test.step("each new verse was announced once, politely", async () => {
    await expect(announcer(inSite)).toHaveRole("status");
    const { announced } = await readLog(inSite);
    expect(announced).toEqual(
      [255, 256, 257, 258, 259, 261].map((verse) => `status: Al-Baqarah 2:${verse}`),
    );
  });

  await test.step("a student whose payment is refunded stops following at once", async () => {
    const seats = await student.call("GET", "/enrollment/student/enrollments");
    const { _id } = seats.find(({ courseId }: { courseId: string }) => courseId === facts.courseId);
    await call("POST", `/enrollment/${_id}/refund`);
    await expect(inSite.getByText("You're not in this class")).toBeVisible();
    await expect(inSite.locator("[data-verse]")).toHaveCount(0);
    await next(host).click();
    await expectVerse([desktop, phone], "2:262");
  });

  await test.step("the class has ended, and its recap lists what was read", async () => {
    await host.clock.install();
    await host.reload();
    await host.clock.fastForward("04:00:00");
    await expect(host.getByText("This class has ended.")).toBeVisible();
    const reader = await logInToSite(browser, "student@halaqa.test");
    await reader.goto(`/classes/${liveClassId}/recap`);
    await expect(reader.getByRole("heading", { name: "What you read" })).toBeVisible();
    // The lead may have passed the verses before the last one too quickly to read them.
    await expect(reader.locator("main")).toContainText(/Al-Baqarah (\d{3}–)?262/);
    await reader.context().close();
  });
});
