/** The course page in every state and for every kind of viewer. */
import type { Browser, Page } from "@playwright/test";
import { JSDOM } from "jsdom";
import sharp from "sharp";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import {
  acceptPayments,
  addCourse,
  addViewer,
  dateIn,
  takeSeat,
  type Viewer,
} from "../support/course-market.ts";
import { expect, test } from "../support/empty-site.ts";
import { readMail, type Site } from "../support/site.ts";

const description = `Each class has **three parts**:

- reading aloud
- a [short exercise](https://example.org/exercise) for the week

وَرَتِّلِ الْقُرْآنَ تَرْتِيلًا

- أَوَّلًا
- ثَانِيًا

<img src=x onerror="window.owned = true"> <script>window.owned = true</script>
[press](javascript:window.owned=true)`;

async function gather(browser: Browser, site: Site) {
  const teacher = await addViewer(browser, site, "teacher", { name: "Yusuf Mansour" });
  const other = await addViewer(browser, site, "teacher", { name: "Khalid Omar" });
  const student = await addViewer(browser, site, "student", { zone: "Asia/Karachi" });
  const enrolled = await addViewer(browser, site, "student", { name: "Amina Rahman" });
  await acceptPayments(teacher, site);
  const imageUrl = await uploadPhoto(teacher, site);
  const full = await addCourse(teacher, { maxStudents: 1 });
  const courses = {
    open: await addCourse(teacher, {
      description,
      imageUrl,
      hasDiscount: true,
      discountPrice: 15,
    }),
    free: await addCourse(teacher, { price: 0 }),
    full,
    ended: await addCourse(teacher, { price: 0 }),
    archived: await addCourse(teacher, { price: 0 }),
    draft: await addCourse(teacher, { status: "draft", startDate: null, endDate: null }),
    missing: "crs_nothing",
  };
  for (const name of ["open", "free", "full", "ended", "archived"] as const) {
    await takeSeat(enrolled, site, courses[name]);
  }
  const over = { startDate: dateIn(-60), endDate: dateIn(-2) };
  await teacher.call("PUT", `/courses/${courses.ended}`, over);
  await teacher.call("DELETE", `/courses/${courses.archived}`);
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  return { courses, teacher, other, student, enrolled, visitor };
}

/** Uploads a camera photo that is wider than it is shown on any screen. @returns its URL. */
async function uploadPhoto({ page }: Viewer, site: Site): Promise<string> {
  const photo = sharp({
    create: { width: 2400, height: 1350, channels: 3, background: "#2f6f5e" },
  });
  const answer = await page.context().request.post("/api/media/upload/single", {
    headers: { origin: site.url },
    multipart: {
      file: { name: "course.jpg", mimeType: "image/jpeg", buffer: await photo.jpeg().toBuffer() },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).data.url;
}

const missing = "Course Not Found";
const seated = "You are enrolled in this course";
const noTeachers = "Teachers cannot enroll in courses";

const noPayment = "Failed to get payment information. Please try again.";
const noLogIn = "Authentication required to enroll";

/** The text for each viewer, by the state of the course. */
const texts = {
  open: { visitor: "Login to Enroll", student: "Pay & Enroll", enrolled: seated },
  free: { visitor: "Login to Enroll", student: "Enroll for Free", enrolled: seated },
  full: {
    visitor: "This course is full. Log in to join the waiting list.",
    student: "Join the waiting list",
    enrolled: seated,
  },
  ended: { visitor: "This course has ended", student: "This course has ended", enrolled: seated },
  archived: { visitor: missing, student: missing, enrolled: seated, other: missing },
  draft: { visitor: missing, student: missing, enrolled: missing, other: missing },
  missing: {
    visitor: missing,
    student: missing,
    enrolled: missing,
    teacher: missing,
    other: missing,
  },
} as const;

test("the course page fits the state of the course and the viewer", async ({
  browser,
  emptySite: site,
}) => {
  const { courses, visitor, ...people } = await gather(browser, site);
  const { teacher, student, enrolled, other } = people;
  const pages = {
    visitor,
    student: student.page,
    enrolled: enrolled.page,
    teacher: teacher.page,
    other: other.page,
  };
  const open = (page: Page, state: keyof typeof courses) => page.goto(`/courses/${courses[state]}`);

  await test.step("the page shows all viewers what they can do", async () => {
    // One after the other, because five pages that start at once take long on a busy machine.
    for (const [who, page] of Object.entries(pages)) {
      for (const state of Object.keys(texts) as (keyof typeof texts)[]) {
        await open(page, state);
        const words = { teacher: noTeachers, other: noTeachers, ...texts[state] };
        const expected = words[who as keyof typeof words];
        const shown = page.getByRole("main").getByText(expected).first();
        await expect(shown, `${state} for ${who}`).toBeVisible();
      }
    }
    await expect(visitor.getByRole("link", { name: "Browse All Courses" })).toBeVisible();
  });

  await test.step("the page is printed as a document, without navigation and controls", async () => {
    for (const page of [visitor, enrolled.page]) {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await open(page, "open");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Details", exact: true })).toBeVisible();
      const onScreens = ":is(body > :not(main), main :is(nav, .btn, button, textarea)):visible";
      await expect(page.locator(onScreens)).toHaveCount(0);
      await expect(page.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      await page.emulateMedia({ media: null, colorScheme: null });
    }
  });

  await test.step("all viewers see the facts, the price and the payment information", async () => {
    await open(visitor, "open");
    const box = visitor.getByRole("region", { name: "Enrollment" });
    await expect(box.getByRole("definition")).toHaveText(["$20", "-$5", "$15"]);
    await expect(box).toContainText("We hold your seat while you pay.");
    const details = visitor.getByRole("region", { name: "Course details" });
    await expect(details.getByText("Not Verified", { exact: true })).toBeVisible();
    await expect(details.getByText("8 weeks")).toBeVisible();
    await expect(details.getByText("1 of 2")).toBeVisible();
    await expect(
      visitor.getByRole("link", { name: "View profile of Yusuf Mansour" }),
    ).toHaveAttribute("href", `/teachers/${teacher.profileId}`);
    await expect(visitor.getByText(/join links are visible to enrolled students/)).toBeVisible();
    await open(teacher.page, "draft");
    await expect(teacher.page.getByText("Date not specified")).toHaveCount(2);
    // Only the course's own teacher can do something about a missing verification.
    for (const page of [visitor, student.page, other.page, teacher.page]) {
      await open(page, "open");
      await expect(page.getByText("Not Verified", { exact: true })).toBeVisible();
      const link = page.getByRole("link", { name: "Verify your credentials" });
      await expect(link).toHaveCount(page === teacher.page ? 1 : 0);
    }
    const verify = teacher.page.getByRole("link", { name: "Verify your credentials" });
    await expect(verify).toHaveAttribute("href", "/dashboard/verification");
  });

  await test.step("students and visitors can write to the teacher, and teachers can't", async () => {
    const conversation = `/dashboard/messages?to=${teacher.profileId}`;
    const link = (page: Page) => page.getByRole("link", { name: "Message Yusuf Mansour" });
    await expect(link(visitor)).toHaveAttribute(
      "href",
      `/login?${new URLSearchParams({ returnTo: conversation, reason: "message" })}`,
    );
    for (const { page } of [student, enrolled]) {
      await open(page, "open");
      await expect(link(page)).toHaveAttribute("href", conversation);
      await expectAccessible(page);
    }
    for (const { page } of [teacher, other]) {
      await open(page, "open");
      await expect(page.getByRole("link", { name: "Compare", exact: true })).toHaveCount(
        page === teacher.page ? 0 : 1,
      );
      await expect(link(page)).toHaveCount(0);
    }
  });

  await test.step("the teacher's text is formatted, and scripts in it never run", async () => {
    await expect(visitor.locator("strong", { hasText: "three parts" })).toBeVisible();
    await expect(visitor.getByRole("link", { name: "short exercise" })).toHaveAttribute(
      "rel",
      /nofollow/,
    );
    await expect(visitor.getByText("<script>window.owned = true</script>")).toBeVisible();
    await expect(visitor.getByRole("link", { name: "press" })).toHaveCount(0);
    expect(await visitor.evaluate(() => "owned" in window)).toBe(false);
    const direction = await visitor
      .getByText("وَرَتِّلِ")
      .evaluate((element) => getComputedStyle(element).direction);
    expect(direction).toBe("rtl");
    // The markers of an Arabic list are on the side where its lines begin.
    const [list, plain] = await visitor
      .locator("article .prose ul")
      .evaluateAll((lists) => lists.map((each) => getComputedStyle(each).direction).reverse());
    expect([list, plain]).toEqual(["rtl", "ltr"]);
  });

  await test.step("a photo is loaded in the width that is shown", async () => {
    for (const [width, chosen] of [
      [390, 640],
      [1440, 960],
    ] as const) {
      // A new context with its own cache, because browsers reuse a cached image of greater width.
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ baseURL: site.url, viewport });
      const page = await context.newPage();
      await open(page, "open");
      const photo = page.locator("main article img").first();
      await expect(photo).toHaveJSProperty("complete", true);
      const { address, shown, natural } = await photo.evaluate((image: HTMLImageElement) => ({
        address: image.currentSrc,
        shown: image.clientWidth,
        natural: image.naturalWidth,
      }));
      expect(new URL(address).searchParams.get("w")).toBe(String(chosen));
      expect(chosen).toBeGreaterThanOrEqual(shown);
      expect(natural).toBeGreaterThan(0);
      await context.close();
    }
  });

  await test.step("on a desktop the price and the button stay visible beside the text", async () => {
    await visitor.setViewportSize({ width: 1440, height: 800 });
    await open(visitor, "open");
    await visitor.getByRole("heading", { name: "Student support" }).scrollIntoViewIfNeeded();
    await expect(visitor.getByRole("link", { name: "Login to Enroll" })).toBeInViewport();
    await expect(visitor.getByRole("region", { name: "Enrollment" })).toBeInViewport({ ratio: 1 });
    await expect(visitor.locator(".action-bar")).toHaveCSS("position", "static");
  });

  await test.step("classes are shown in both time zones, which are named", async () => {
    await open(student.page, "open");
    const schedule = student.page.getByRole("region", { name: "Course details" });
    await expect(schedule.getByText(/Teacher's time zone: Africa\/Cairo/)).toBeVisible();
    await expect(schedule.getByText(/Your time zone: Asia\/Karachi/)).toBeVisible();
    await expect(schedule.getByRole("columnheader", { name: "Teacher's time" })).toBeVisible();
    await expect(schedule.getByText("Next class")).toBeVisible();
  });

  await test.step("enrolled students find the links to their course", async () => {
    await open(enrolled.page, "open");
    for (const [name, path] of [
      ["Go to course dashboard", "enrolled-courses"],
      ["My progress", "progress"],
      ["Messages", "messages"],
    ] as const) {
      const link = enrolled.page.getByRole("main").getByRole("link", { name, exact: true }).first();
      await expect(link).toHaveAttribute("href", `/dashboard/${path}/${courses.open}`);
    }
  });

  await test.step("a page for logged-in users loads little script", async () => {
    const { page } = enrolled;
    await open(page, "open");
    await expect(page.getByText(seated)).toHaveCount(1);
    await page.getByRole("heading", { name: "Comments" }).scrollIntoViewIfNeeded();
    await expect(page.getByText(/No comments yet/)).toBeVisible();
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry): entry is PerformanceResourceTiming => /\.js(\?|$)/.test(entry.name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(0);
    // With meetings, reviews and comments. Visitors load no script. Files that account pages load
    // without the framework cost 1.6 kB here, and save 95 kB there. Languages cost 1 kB, and
    // reports of courses and comments 0.4 kB, the question about ages and dates without this year
    // 0.7 kB, and keeping the focus near closed dialogs 0.4 kB. The log-in for a waiting list and
    // the owner's way to the verification cost 0.5 kB.
    expect(bytes / 1000, "kB of script, all of it").toBeLessThanOrEqual(108);
  });

  await test.step("without scripts an enrolled student sees their links, and nothing loads", async () => {
    const storageState = await enrolled.page.context().storageState();
    const context = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
      storageState,
    });
    const page = await context.newPage();
    await open(page, "open");
    await expect(page.getByText("Comments need JavaScript.")).toBeVisible();
    await expect(page.getByText("Loading comments...")).toBeHidden();
    await expect(page.getByRole("link", { name: "Go to course dashboard" })).toBeVisible();
    await context.close();
  });

  await test.step("the page is accessible on phones and desktops", async () => {
    // Colors and widths are independent, so each state is checked in one combination.
    for (const [page, state, colorScheme, width] of [
      [visitor, "open", "light", 390],
      [student.page, "full", "dark", 390],
      [enrolled.page, "open", "dark", 1440],
      [teacher.page, "open", "light", 1440],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await open(page, state);
      const box = page.getByRole("region", { name: "Enrollment" });
      await expect(box.locator(".animate-pulse:visible")).toHaveCount(0);
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  });

  await test.step("on a phone the price and the button stay within reach and cover nothing", async () => {
    await visitor.setViewportSize({ width: 390, height: 800 });
    await open(visitor, "open");
    const button = visitor.getByRole("link", { name: "Login to Enroll" });
    await expect(button).toBeInViewport();
    await visitor.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport();
    const last = visitor.getByRole("contentinfo").getByRole("link").last();
    await last.focus();
    const [bar, focused] = await Promise.all([
      visitor.locator(".action-bar").boundingBox(),
      last.boundingBox(),
    ]);
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  await test.step("a failed request shows the specification's text and can be retried", async () => {
    const { page } = student;
    const wordless = { status: 500, json: { success: false } };
    await open(page, "open");
    const box = page.getByRole("region", { name: "Enrollment" });
    const pay = box.getByRole("button", { name: "Pay & Enroll" });
    for (const [answer, words] of [
      [{ json: { success: true, status: "success", data: {} } }, noPayment],
      [{ json: { success: true, status: "pending", data: { checkoutUrl: "/" } } }, noPayment],
      [wordless, "Failed to enroll in course. Please try again later."],
      [
        { status: 401, json: { success: false, message: "Authentication required to enroll" } },
        noLogIn,
      ],
    ] as const) {
      await page.route("**/enroll", (route) => route.fulfill(answer));
      await pay.click();
      await expect(box.getByRole("alert")).toHaveText(words);
      await page.unroute("**/enroll");
    }
  });

  await test.step("an error from the provider is shown, and a retry succeeds", async () => {
    await open(student.page, "open");
    const fault = { provider: "stripe", match: "/v1/checkout", fault: "status-500", times: 20 };
    await fetch(`${site.sandboxUrl}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fault),
    });
    await student.page.getByRole("button", { name: "Pay & Enroll" }).click();
    await expect(student.page.getByRole("alert")).toHaveText(
      "Failed to enroll in course. Please try again later.",
    );
    await fetch(`${site.sandboxUrl}/faults`, { method: "DELETE" });
    await student.page.getByRole("button", { name: "Pay & Enroll" }).click();
    await student.page.waitForURL(/\/checkout\/cs_/);
  });

  await test.step("a declined card leaves the seat held; canceling frees it", async () => {
    const { page } = student;
    const checkout = page.url();
    await page.locator("[name=card]").fill("4000000000000002");
    await page.getByRole("button", { name: /Pay/ }).click();
    await expect(page.getByRole("alert")).toContainText(/declined/i);
    await open(page, "open");
    await expect(page.getByText(/Your seat is held until/)).toBeVisible();
    await page.getByRole("button", { name: "Pay & Enroll" }).click();
    await page.waitForURL(checkout);
    await page.getByRole("button", { name: /cancel/i }).click();
    await page.waitForURL(/payment=cancelled/);
    const message = page.getByText(/The payment was canceled/);
    await expect(message).toBeVisible();
    const isCovered = await message.evaluate((text) => {
      const box = text.closest("article > div");
      const { right = 0, bottom = 0 } = box?.getBoundingClientRect() ?? {};
      return !box?.contains(document.elementFromPoint(right - 30, bottom - 2));
    });
    expect(isCovered, "the panel beside the course covers the message").toBe(false);
    await expect(page.getByText(/Your seat is held until/)).toHaveCount(0);
  });

  await test.step("a student on the waiting list is offered the seat that is released", async () => {
    const { page } = student;
    await open(page, "full");
    await page.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(page.getByText(/You're number 1 on the waiting list/)).toBeVisible();
    await page.goto("/dashboard");
    const lists = page.getByRole("region", { name: "Waiting lists" });
    await expect(lists).toContainText(/You're number 1 on the waiting list/);
    await lists.getByRole("link").click();
    await page.waitForURL(`/courses/${courses.full}`);
    const enrollments = await enrolled.call("GET", "/enrollment/student/enrollments");
    const { _id } = enrollments.find(
      ({ courseId }: { courseId: string }) => courseId === courses.full,
    );
    await teacher.call("POST", `/enrollment/${_id}/refund`);
    const mail = await readMail(site, student.email, ({ subject }) =>
      subject.startsWith("We're holding a seat"),
    );
    expect(mail.text).toContain(`/courses/${courses.full}`);
    // Students who missed the email find the offer on their dashboard.
    await page.goto("/dashboard");
    const offer = page.getByRole("region", { name: "We're holding a seat for you" });
    await expect(offer).toContainText(/We're holding a seat in .+ for you until /);
    await offer.getByRole("link", { name: "Take the seat" }).click();
    await page.waitForURL(`/courses/${courses.full}`);
    await expect(page.getByText(/We're holding a seat for you until/)).toBeVisible();
    await page.getByRole("button", { name: "Pay & Enroll" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    await page.getByRole("button", { name: "Cancel and go back" }).click();
    await page.waitForURL(/payment=cancelled/);
    await expect(page.getByText(/we're still holding the seat for you\.$/)).toBeVisible();
    await expect(page.getByText(/your seat was released/)).toHaveCount(0);
    await page.goto(`/courses/${courses.full}?payment=released`);
    await expect(
      page.getByText(/^The payment was canceled, and we're still holding/),
    ).toBeVisible();
    await expect(page.getByText(/your seat was released/)).toHaveCount(0);
    await page.getByRole("button", { name: "Pay & Enroll" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    await page.locator("[name=card]").fill("4242424242424242");
    await page.getByRole("button", { name: /Pay/ }).click();
    await page.waitForURL(/payment=success/);
    await expect(page.getByText("Payment successful.")).toBeVisible();
    await expect(page.getByText(/^You paid \$/)).toBeVisible();
    await expect(page.getByRole("link", { name: /^Receipt / })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open your classroom" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to course dashboard" })).toBeVisible();
    await expect(page.getByText(seated)).toHaveCount(1);
    await expect(page.getByText("Payment information")).toBeVisible();
    await expect(page.getByText(/We hold your seat while you pay/)).toHaveCount(0);
    // The course has begun, but the student can't have attended a class yet.
    await page.getByRole("link", { name: "Open your classroom" }).click();
    await page.waitForURL(`/dashboard/enrolled-courses/${courses.full}`);
    await expect(page.getByRole("link", { name: "View Course" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Write a review" })).toHaveCount(0);
    await page.goBack();
    await page.waitForURL(/payment=success/);
  });

  await test.step("the message about the payment disappears with the seat", async () => {
    const { page } = student;
    const enrollments = await student.call("GET", "/enrollment/student/enrollments");
    const { _id } = enrollments.find(
      ({ courseId }: { courseId: string }) => courseId === courses.full,
    );
    await teacher.call("POST", `/enrollment/${_id}/refund`);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Payment successful.")).toHaveCount(0);
  });
});

test("markup in people's texts stays text on every page with islands", async ({
  browser,
  emptySite: site,
}) => {
  const markup = (text: string) => `${text} </head><meta http-equiv=refresh content=0;url=/about>`;
  const name = markup("Umar");
  const teacher = await addViewer(browser, site, "teacher", { name, bio: markup("A teacher") });
  const student = await addViewer(browser, site, "student", { name: markup("Ali") });
  const imitations = [
    "<!--",
    "<script id=page-data type=application/json>x",
    '"><h1>Injected</h1>',
  ];
  const paths = [`/teachers/${teacher.profileId}`, "/dashboard", "/messages"];
  for (const imitation of ["", ...imitations]) {
    const title = imitation ? `Intro </head>${imitation}` : markup("Intro");
    const course = await addCourse(teacher, { title, description: title, price: 0 });
    paths.push(`/courses/${course}`);
    await takeSeat(student, site, course);
    paths.push(`/courses/${course}`, `/dashboard/enrolled-courses/${course}`);
  }
  const announced: number[] = [];
  for (const path of paths) {
    const html = await (await student.page.request.get(path)).text();
    const { document } = new JSDOM(html).window;
    const { head, body } = document;
    expect(head.querySelector("[http-equiv=refresh]"), path).toBeNull();
    expect(body.querySelector("meta"), path).toBeNull();
    const headings = [...body.querySelectorAll("h1")].map(({ textContent }) => textContent);
    expect(headings, path).not.toContain("Injected");
    for (const { textContent } of document.querySelectorAll("#page-data")) {
      expect(JSON.parse(textContent ?? ""), path).toHaveProperty("profile");
    }
    announced.push(body.querySelectorAll("link[rel=modulepreload]").length);
  }
  // Most pages have islands, which the gateway looks for in the HTML.
  expect(announced.filter((count) => count > 0).length).toBeGreaterThan(8);
});
