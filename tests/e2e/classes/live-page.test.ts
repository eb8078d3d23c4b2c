/** A class reads together on the site: the host and two followers. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { addCourse, addViewer, takeSeat, type Viewer } from "../support/course-market.ts";
import { expect, test } from "../support/empty-site.ts";
import type { Site } from "../support/site.ts";

const verse = (page: Page, key: string) => page.locator(`[data-verse="${key}"]`);
const current = (page: Page) => page.locator(".live-verse[aria-current]");
const word = (page: Page, key: string, position: number) =>
  verse(page, key).locator(`.verse-text [data-word="${position}"]`);
const dock = (page: Page) => page.locator(".live-dock");

interface Gathering {
  teacher: Viewer;
  students: [Viewer, Viewer, Viewer];
  courseId: string;
  upcoming: string;
  past: string;
}

/** A course with a teacher, three students, an upcoming class, and a past one. */
async function gather(browser: Parameters<typeof addViewer>[0], site: Site): Promise<Gathering> {
  const teacher = await addViewer(browser, site, "teacher", { name: "Khalid Mansour" });
  const add = (name: string) => addViewer(browser, site, "student", { name });
  const students: Gathering["students"] = [
    await add("Layla Osman"),
    await add("Yusuf Karim"),
    await add("Amina Saleh"),
  ];
  const courseId = await addCourse(teacher, { price: 0, maxStudents: 5 });
  for (const student of students) await takeSeat(student, site, courseId);
  const { classes } = await teacher.call("GET", `/classes/course/${courseId}`);
  const isPast = ({ endsAt }: { endsAt: string }) => Date.parse(endsAt) < Date.now();
  return {
    teacher,
    students,
    courseId,
    upcoming: classes.find((each: { endsAt: string }) => !isPast(each))._id,
    past: classes.find(isPast)._id,
  };
}

const pathOf = (classId: string) => `/classes/${classId}/quran`;

async function open({ page }: Viewer, classId: string): Promise<void> {
  await page.goto(pathOf(classId));
  await expect(page.locator(".live-state")).toHaveText("Live");
}

async function share(page: Page, typed: string): Promise<void> {
  await page.getByRole("button", { name: /^Share (a passage|something else)$/ }).click();
  const field = page.getByRole("dialog").getByRole("combobox", { name: "Passage" });
  await field.fill(typed);
  await field.press("Enter");
}

/** Opens the actions for a person in the list. */
async function openPerson(page: Page, name: string) {
  const person = page.locator(".live-side [data-person]").filter({ hasText: name });
  const details = person.locator("details");
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
  return person;
}

test("a class reads together: students follow the lead, see the word that the lead points at, and scroll freely unless the page is locked", async ({
  browser,
  emptySite: site,
}) => {
  const { teacher, students, upcoming, courseId } = await gather(browser, site);
  const [layla, yusuf, amina] = students;
  const host = teacher.page;
  await host.setViewportSize({ width: 1280, height: 800 });
  await layla.page.setViewportSize({ width: 390, height: 844 });

  await test.step("students wait until the teacher shares a passage", async () => {
    await layla.page.goto(`/dashboard/enrolled-courses/${courseId}`);
    await open(teacher, upcoming);
    await open(layla, upcoming);
    await open(yusuf, upcoming);
    await expect(layla.page.getByText("Nothing shared yet")).toBeVisible();
    await expect(host.locator(".live-count")).toContainText("2");
    await expect(host.getByRole("button", { name: /^Share/ })).toHaveCount(1);
    await expect(dock(host)).not.toContainText(/./, { useInnerText: true });
    await expectAccessible(layla.page);
    await expectAccessible(host);
  });

  await test.step("everyone sees what the teacher shares", async () => {
    await share(host, "2:255-286");
    for (const { page } of [teacher, layla, yusuf]) {
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Al-Baqarah 255–286");
      await expect(current(page)).toHaveAttribute("data-verse", "2:255");
    }
    const { text } = await layla.call("GET", "/quran/verses/2:255");
    expect(await verse(layla.page, "2:255").locator("[lang=ar]").first().textContent()).toBe(text);
    await expect(verse(layla.page, "2:255").locator("[lang=en]")).toContainText("Allah");
  });

  await test.step("the keyboard moves from verse to verse and from word to word", async () => {
    await host.keyboard.press("ArrowDown");
    await expect(current(layla.page)).toHaveAttribute("data-verse", "2:256");
    await expect(current(layla.page)).toBeInViewport();
    await expect(layla.page.locator("[data-announcer=verse]")).toHaveText("Al-Baqarah 2:256");
    await host.keyboard.press("ArrowLeft");
    await host.keyboard.press("ArrowLeft");
    await expect(word(layla.page, "2:256", 2)).toHaveAttribute("data-pointed", "");
    await expect(layla.page.locator("[data-pointed]")).toHaveCount(1);
    await host.keyboard.press("ArrowUp");
    await expect(current(yusuf.page)).toHaveAttribute("data-verse", "2:255");
  });

  await test.step("keys in a menu of the page don't move the class", async () => {
    const menu = host.locator("header").getByRole("button").or(host.locator("header summary"));
    await menu.filter({ visible: true }).first().focus();
    await host.keyboard.press("ArrowDown");
    await host.locator(".live-side summary").first().focus();
    await host.keyboard.press("ArrowDown");
    await host.locator(".live-side summary").first().blur();
    await expect(current(host)).toHaveAttribute("data-verse", "2:255");
  });

  await test.step("tapping a word points at it, and tapping a verse moves on to it", async () => {
    await word(host, "2:255", 4).click();
    await expect(word(yusuf.page, "2:255", 4)).toHaveAttribute("data-pointed", "");
    await verse(host, "2:256").getByRole("button", { name: "2:256", exact: true }).click();
    await expect(current(yusuf.page)).toHaveAttribute("data-verse", "2:256");
    await expect(yusuf.page.locator("[data-pointed]")).toHaveCount(0);
  });

  await test.step("the teacher chooses what is shown besides the text", async () => {
    const choice = (name: string) => host.locator(".live-side").getByRole("checkbox", { name });
    await choice("Word by word").check();
    await expect(verse(layla.page, "2:256").locator(".gloss").first()).toBeVisible();
    await choice("Word by word").uncheck();
    await choice("Transliteration").check();
    await expect(verse(layla.page, "2:256").locator(".transliteration")).toBeVisible();
    await choice("Transliteration").uncheck();
    await choice("Translation").uncheck();
    await expect(verse(layla.page, "2:256").locator(".translation")).toHaveCount(0);
    await choice("Translation").check();
    await expect(verse(layla.page, "2:256").locator(".translation")).toHaveCount(1);
  });

  await test.step("students choose their own translation and text size", async () => {
    const { page } = layla;
    const size = () =>
      verse(page, "2:256")
        .locator(".verse-text")
        .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    const before = await size();
    await page.getByRole("button", { name: "Display" }).click();
    const dialog = page.getByRole("dialog", { name: "Display" });
    await dialog.getByLabel("My translation").selectOption("French");
    await dialog.getByRole("button", { name: "Larger text" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: "Display" })).toBeFocused();
    await expect(verse(page, "2:256").locator(".translation")).toHaveAttribute("lang", "fr");
    expect(await size()).toBeGreaterThan(before);
    await expect(verse(yusuf.page, "2:256").locator(".translation")).toHaveAttribute("lang", "en");
  });

  await test.step("students who scroll away stay there, and find the way back", async () => {
    const { page } = layla;
    await page.mouse.move(190, 400);
    await page.mouse.wheel(0, 6_000);
    await expect(page.getByRole("button", { name: "Back to the teacher, 2:256" })).toBeVisible();
    await host.keyboard.press("ArrowDown");
    await expect(page.getByRole("button", { name: "Back to the teacher, 2:257" })).toBeVisible();
    await expect(current(page)).not.toBeInViewport();
    const back = page.getByRole("button", { name: "Back to the teacher, 2:257" });
    // The arrow points to the teacher's verse.
    const arrow = back.locator("svg");
    await page.evaluate(() => scrollTo(0, 0));
    await expect(arrow).toHaveCSS("rotate", "90deg");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(arrow).toHaveCSS("rotate", "-90deg");
    await back.click();
    await expect(current(page)).toBeInViewport();
    await expect(page.getByRole("button", { name: /^Back to/ })).toHaveCount(0);
  });

  await test.step("a locked page moves everyone", async () => {
    const { page } = layla;
    await page.mouse.wheel(0, 6_000);
    await expect(page.getByRole("button", { name: /^Back to/ })).toBeVisible();
    await host
      .locator(".live-side")
      .getByRole("checkbox", { name: "Everyone follows my verse" })
      .check();
    await expect(dock(page)).toContainText("Everyone follows");
    await expect(current(page)).toBeInViewport();
    await page.mouse.wheel(0, 6_000);
    await expect(current(page)).not.toBeInViewport();
    await expect(page.getByRole("button", { name: "Back to the teacher, 2:257" })).toBeVisible();
    await host.keyboard.press("ArrowDown");
    await expect(current(page)).toHaveAttribute("data-verse", "2:258");
    await expect(current(page)).toBeInViewport();
    await expect(page.getByRole("button", { name: /^Back to/ })).toHaveCount(0);
  });

  await test.step("a late joiner sees what everyone else sees, even without scripts", async () => {
    await open(amina, upcoming);
    await expect(current(amina.page)).toHaveAttribute("data-verse", "2:258");
    await expect(current(amina.page)).toBeInViewport();
    const html = await (await amina.page.request.get(pathOf(upcoming))).text();
    expect(html).toContain('data-verse="2:258"');
    expect(html).toContain("Al-Baqarah 255–286");
  });

  await test.step("everyone sees the beginning of what is shared next", async () => {
    await share(host, "78:1-30");
    for (const { page } of [layla, yusuf, amina, teacher]) {
      await expect(current(page)).toHaveAttribute("data-verse", "78:1");
      await expect(page.locator('[data-verse="78:30"]')).toBeAttached();
      await expect(current(page)).toBeInViewport();
    }
  });

  await test.step("a student who is scrolling when something else is shared sees its beginning", async () => {
    const { page } = layla;
    await verse(host, "78:30").getByRole("button", { name: "78:30", exact: true }).click();
    await expect(current(page)).toHaveAttribute("data-verse", "78:30");
    await expect(current(page)).toBeInViewport();
    let load = () => {};
    const mayLoad = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route("**/api/quran/pages/*", async (route) => {
      await mayLoad;
      await route.continue();
    });
    await share(host, "36:1-40");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ya-Sin 1–40");
    const hasTurned = page.evaluate(
      () => new Promise<void>((done) => addEventListener("wheel", () => done(), { once: true })),
    );
    await page.mouse.wheel(0, 300);
    await hasTurned;
    load();
    await expect(current(page)).toHaveAttribute("data-verse", "36:1");
    await expect(page.locator('[data-verse="36:40"]')).toBeAttached();
    await expect(current(page)).toBeInViewport();
    await expect(page.getByRole("button", { name: /^Back to/ })).toHaveCount(0);
    await page.unroute("**/api/quran/pages/*");
  });

  await test.step("the page fits every window in both themes", async () => {
    for (const width of [320, 400, 768]) {
      await host.setViewportSize({ width, height: 800 });
      await expectNoOverflow(host);
      await layla.page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(layla.page);
    }
    for (const { page } of [teacher, layla]) {
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectReadable(page);
    }
    await host.getByRole("button", { name: "Class", exact: true }).click();
    await expect(host.getByRole("dialog", { name: "Class" })).toContainText("Layla Osman");
    await expectAccessible(host);
  });
});

test("the lead of a class is passed on and taken back, and hands are raised in order", async ({
  browser,
  emptySite: site,
}) => {
  const { teacher, students, upcoming, past } = await gather(browser, site);
  const [layla, yusuf] = students;
  const host = teacher.page;
  await host.setViewportSize({ width: 1280, height: 800 });
  await layla.page.setViewportSize({ width: 1280, height: 800 });
  await open(teacher, upcoming);
  await open(layla, upcoming);
  await open(yusuf, upcoming);
  await share(host, "112");

  await test.step("raised hands come first, and the next student is asked to recite", async () => {
    // The buttons move when the passage appears.
    await expect(current(yusuf.page)).toHaveAttribute("data-verse", "112:1");
    await yusuf.page.getByRole("button", { name: "Raise hand" }).click();
    const raised = yusuf.page.getByRole("button", { name: "Lower hand" });
    await expect(raised).toBeVisible();
    await raised.click();
    await yusuf.page.getByRole("button", { name: "Raise hand" }).click();
    await expect(raised).toBeVisible();
    const people = host.locator(".live-side [data-person]");
    await expect(people.first()).toContainText("Yusuf Karim");
    await host.getByRole("button", { name: "Start recitation: Yusuf Karim" }).click();
    await yusuf.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(yusuf.page.getByText("It's your turn to recite")).toBeInViewport({ ratio: 1 });
    await expect(layla.page.locator(".live-reciter")).toHaveText("Yusuf Karim is reciting");
    await expect(yusuf.page.getByRole("button", { name: "Raise hand" })).toBeVisible();
  });

  await test.step("the states of a person don't cut off the name", async () => {
    const person = await openPerson(host, "Yusuf Karim");
    await person.getByRole("button", { name: "Make co-host" }).click();
    const remove = person.getByRole("button", { name: "Remove as co-host" });
    await expect(remove).toBeVisible();
    const cutOff = await person
      .locator(".live-person-name")
      .evaluate((name) => name.scrollWidth - name.clientWidth);
    expect(cutOff).toBe(0);
    await remove.click();
    await expect(person.getByRole("button", { name: "Make co-host" })).toBeVisible();
  });

  await test.step("a student gets the lead and leads, and the teacher can't", async () => {
    const person = await openPerson(host, "Layla Osman");
    await person.getByRole("button", { name: "Pass the lead" }).click();
    await expect(layla.page.locator(".live-place")).toContainText("You're leading");
    await expect(host.locator(".live-place")).toContainText("Layla Osman is leading");
    await layla.page.getByRole("button", { name: "Next verse" }).click();
    await expect(current(yusuf.page)).toHaveAttribute("data-verse", "112:2");
    await expect(host.getByRole("button", { name: "Next verse" })).toHaveCount(0);
  });

  await test.step("the teacher takes it back, and a tap that came too late is refused", async () => {
    // The student's page hasn't received the change yet.
    await layla.page.route("**/page", async (route) => {
      if (route.request().method() === "POST") await takenBack;
      await route.continue();
    });
    let take = () => {};
    const takenBack = new Promise<void>((resolve) => {
      take = resolve;
    });
    await layla.page.getByRole("button", { name: "Next verse" }).click();
    await host.locator(".live-side").getByRole("button", { name: "Take back the lead" }).click();
    await expect(host.locator(".live-place")).toContainText("You're leading");
    take();
    await expect(layla.page.getByRole("alert")).toContainText(
      "Khalid Mansour is leading the class now.",
    );
    await expect(current(layla.page)).toHaveAttribute("data-verse", "112:2");
    await expect(current(yusuf.page)).toHaveAttribute("data-verse", "112:2");
    const alert = layla.page.getByRole("alert");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect(alert).toHaveCount(0);
  });

  await test.step("a co-host takes the lead, and the teacher takes it back", async () => {
    const notice = "Layla Osman is leading the class now.";
    await layla.page.locator(".live-side").getByRole("button", { name: "Take the lead" }).click();
    await expect(layla.page.locator(".live-place")).toContainText("You're leading");
    await expect(yusuf.page.locator(".live-place")).toContainText("Layla Osman is leading");
    const taken = host.getByRole("status").filter({ hasText: notice });
    await taken.getByRole("button", { name: "Take back the lead" }).click();
    await expect(host.locator(".live-place")).toContainText("You're leading");
    await expect(taken).toHaveCount(0);
    await expect(yusuf.page.locator(".live-place")).toContainText("Khalid Mansour is leading");
  });

  await test.step("the page of a class that has ended says so", async () => {
    await yusuf.page.goto(pathOf(past));
    await expect(yusuf.page.getByText("This class has ended.")).toBeVisible();
  });

  await test.step("nobody else can open the page", async () => {
    const stranger = await addViewer(browser, site, "student");
    const answer = await stranger.page.goto(pathOf(upcoming));
    expect(answer?.status()).toBe(404);
    await expect(stranger.page.getByRole("heading", { name: "Class not found" })).toBeVisible();
  });
});

test("the bar shows the complete name of the person who recites, even in the narrowest windows", async ({
  browser,
  emptySite: site,
}) => {
  const { teacher, students, upcoming, courseId } = await gather(browser, site);
  const name = "Abdurrahman ibn Muhammad al-Qahtani al-Makki";
  const reciter = await addViewer(browser, site, "student", { name });
  await takeSeat(reciter, site, courseId);
  const command = (body: object) => teacher.call("POST", `/classes/${upcoming}/page`, body);
  await command({ command: "share", from: "112:1", to: "112:4" });
  await command({ command: "recite", profileId: reciter.profileId });
  const { page } = students[0];
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(students[0], upcoming);
    const shown = page.locator(".live-reciter");
    await expect(shown).toHaveText(`${name} is reciting`);
    await expect(shown).toBeInViewport({ ratio: 1 });
    const hidden = await shown.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const line = element.parentElement?.getBoundingClientRect() ?? text;
      return [line.left - text.left, text.right - line.right, text.bottom - line.bottom];
    });
    expect(Math.max(...hidden), `at ${width} pixels`).toBeLessThan(1);
    await expectNoOverflow(page);
  }
});

test("the buttons of a live page are large enough for fingers", async ({
  browser,
  emptySite: site,
}) => {
  const { teacher, students, upcoming } = await gather(browser, site);
  const [layla] = students;
  const passage = { from: "2:255", to: "2:262" };
  await teacher.call("POST", `/classes/${upcoming}/page`, { command: "share", ...passage });
  const expectLarge = async (viewer: Viewer, isScrolledAway: boolean) => {
    const context = await browser.newContext({
      baseURL: site.url,
      storageState: await viewer.page.context().storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(pathOf(upcoming));
    await expect(page.locator(".live-state")).toHaveText("Live");
    if (isScrolledAway) {
      await expect(page.locator('[data-verse="2:262"]')).toBeAttached();
      await page.evaluate(() => {
        dispatchEvent(new Event("touchmove"));
        scrollTo(0, document.body.scrollHeight);
      });
      await expect(page.getByRole("button", { name: /^Back to/ })).toBeVisible();
    }
    for (const button of await page.locator(".live .btn:visible").all()) {
      const box = await button.boundingBox();
      expect(box?.height, (await button.textContent()) ?? "").toBeGreaterThanOrEqual(44);
    }
    await context.close();
  };
  await expectLarge(teacher, false);
  await expectLarge(layla, true);
});
