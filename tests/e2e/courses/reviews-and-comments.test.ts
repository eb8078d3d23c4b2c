/**
 * Reviews and comments of a course, for a visitor without scripts, a student who attended, and the
 * teacher. The tests undo their changes to the demo data.
 */
import type { Browser, Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { readMail } from "../support/site.ts";

const title = "Tajweed from the first letter";
const hint = "You must be enrolled in this course to leave comments";

async function openCourse(page: Page): Promise<void> {
  await page.goto("/courses?search=tajweed+from+the+first");
  await page.getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
}

const reviewsOf = (page: Page): Locator => page.locator("#reviews");
const commentsOf = (page: Page): Locator => page.locator("#comments");

async function countReviews(page: Page): Promise<number> {
  const words = await reviewsOf(page)
    .getByText(/^\d+ reviews?$/)
    .textContent();
  return Number.parseInt(words ?? "", 10);
}

async function newPage(browser: Browser, baseURL: string | undefined, javaScriptEnabled = true) {
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled });
  return context.newPage();
}

test("a visitor without scripts can read and sort reviews, and cannot read the comments", async ({
  browser,
  baseURL,
}) => {
  const page = await newPage(browser, baseURL, false);
  await openCourse(page);
  const reviews = reviewsOf(page);
  const total = await countReviews(page);
  expect(total).toBeGreaterThan(2);
  await expect(reviews.getByRole("progressbar")).toHaveCount(5);
  await reviews.getByRole("link", { name: "Lowest rating" }).click();
  await expect(page).toHaveURL(/\?sort=lowest#reviews$/);
  const ratings = await reviews
    .locator("li")
    .getByRole("img", { name: /^Rated/ })
    .evaluateAll((stars) => stars.map((star) => star.getAttribute("aria-label")));
  expect(ratings).toEqual([...ratings].sort());
  await expect(reviews.getByRole("button")).toHaveCount(0);
  await expect(commentsOf(page).getByRole("textbox")).toBeDisabled();
  await expect(commentsOf(page).getByText(hint)).toBeVisible();
  await expect(page.locator("#reviews astro-island, #comments astro-island")).toHaveCount(0);
  await page.context().close();
});

test("a student reviews and comments, and the teacher moderates", async ({
  page: student,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn("student", student);
  await openCourse(student);
  const reviews = reviewsOf(student);
  const total = await countReviews(student);
  const own = reviews.getByRole("region", { name: "Your review" });
  await reviews.scrollIntoViewIfNeeded();
  const words = (await own.locator("p[dir=auto]").textContent()) ?? "";

  await test.step("deleting the review removes its stars too", async () => {
    await own.getByRole("button", { name: "Delete" }).click();
    const dialog = student.getByRole("dialog", { name: "Delete your review?" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(own.getByText("Your review was deleted.")).toBeVisible();
    expect(await countReviews(student)).toBe(total - 1);
    await expectAccessible(student);
  });

  await test.step("the review is written again, with stars selected with the keyboard", async () => {
    await own.getByRole("button", { name: "Write a review" }).click();
    await own.getByRole("button", { name: "Publish review" }).click();
    await expect(own.getByText("Please give a rating from 1 to 5")).toBeVisible();
    await own.getByRole("radio", { name: "1 star: Poor" }).focus();
    await student.keyboard.press("Space");
    for (let presses = 0; presses < 4; presses += 1) await student.keyboard.press("ArrowRight");
    await expect(own.getByRole("radio", { name: "5 stars: Excellent" })).toBeChecked();
    await own.getByLabel("What would you tell others?").fill(words);
    await expectAccessible(student);
    await own.getByRole("button", { name: "Publish review" }).click();
    await expect(own.getByText("Thank you for your review.")).toBeVisible();
    expect(await countReviews(student)).toBe(total);
    await expect(reviews.locator("[data-review-list]").getByText(words)).toBeVisible();
    await expect(reviews.getByText("Your review", { exact: true }).last()).toBeVisible();
  });

  await test.step("another person's review can be marked as helpful and unmarked", async () => {
    const helpful = reviews.getByRole("button", { name: /^Helpful \(\d+\): review by/ }).first();
    const before = (await helpful.textContent()) ?? "";
    await helpful.click();
    await expect(helpful).toHaveAttribute("aria-pressed", "true");
    await helpful.click();
    await expect(helpful).toHaveAttribute("aria-pressed", "false");
    await expect(helpful).toHaveText(before);
  });

  const comments = commentsOf(student);
  const question = "هل نبدأ بسورة الفاتحة؟ Or with the letters?";
  await test.step("a comment is posted and shown", async () => {
    await comments.scrollIntoViewIfNeeded();
    await comments.getByLabel("Your comment").fill(question);
    await comments.getByRole("button", { name: "Post comment" }).click();
    await expect(comments.getByRole("listitem").first()).toContainText(question);
    await expect(comments.getByText("Posting...")).toHaveCount(0);
    await expect(comments.getByLabel("Your comment")).toHaveValue("");
  });

  const teacher = await newPage(browser, baseURL);
  await test.step("the teacher reads and hides the comment", async () => {
    await logIn("teacher", teacher);
    await openCourse(teacher);
    const shown = commentsOf(teacher);
    await shown.scrollIntoViewIfNeeded();
    await expect(shown.getByRole("listitem").first()).toContainText(question);
    await shown
      .getByRole("button", { name: /^Hide: comment by/ })
      .first()
      .click();
    await expect(shown.getByText("Hidden from the class.")).toBeVisible();
    await expectAccessible(teacher);
    for (const width of [390, 768]) {
      await teacher.setViewportSize({ width, height: 900 });
      await expectNoOverflow(teacher);
    }
  });

  await test.step("its author sees that it is hidden, and deletes it", async () => {
    await student.reload();
    await comments.scrollIntoViewIfNeeded();
    const first = comments.getByRole("listitem").first();
    await expect(first).toContainText(
      "Hidden by the teacher. Only you and the teacher can see it.",
    );
    await expectAccessible(student);
    await first.getByRole("button", { name: "Delete" }).click();
    const dialog = student.getByRole("dialog", { name: "Delete this comment?" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(comments.getByText(question)).toHaveCount(0);
  });
  await teacher.context().close();

  await test.step("the page for product reviews shows other people's reviews", async () => {
    await student.goto("/dashboard/feedback");
    await expect(student.getByRole("region", { name: "Your review" })).toBeVisible();
    const said = student.getByRole("region", { name: "What people say" });
    await expect(said.getByRole("listitem")).toHaveCount(6);
    await expectAccessible(student);
  });
});

test("a review that three people report waits for staff, who decide with the emailed link", async ({
  browser,
  baseURL,
  request,
  site,
}) => {
  const page = await newPage(browser, baseURL, false);
  await openCourse(page);
  const total = await countReviews(page);
  const shown = reviewsOf(page).locator("[data-review-marks]").last();
  const id = (await shown.getAttribute("data-review-marks")) ?? "";
  const headers = { Origin: site.url, "app-id": "halaqa" };
  for (const person of ["student2", "student3", "teacher3"]) {
    const data = { email: `${person}@halaqa.test`, password: "halaqa-demo" };
    const signedIn = await request.post("/api/auth/login", { data, headers });
    const { accessToken } = (await signedIn.json()).data;
    const reported = await request.post(`/api/reviews/${id}/report`, {
      data: {},
      headers: { ...headers, Authorization: `Bearer ${accessToken}` },
    });
    expect(reported.status()).toBe(200);
  }
  await page.reload();
  // One of the three reporters attended no class, so the review stays visible until staff decide.
  expect(await countReviews(page)).toBe(total);

  const isAboutIt = ({ text }: { text: string }) => text.includes(`review=${id}`);
  const mail = await readMail(site, "support@halaqa.test", isAboutIt);
  const link = new URL(/http\S+\/reviews\/decide\?\S+/.exec(mail.text)?.[0] ?? "");
  await page.goto(link.pathname + link.search);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Keep review" }).click();
  await expect(page.getByRole("heading", { name: "Review kept" })).toBeVisible();
  const again = await page.goto(link.pathname + link.search);
  expect(again?.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "There's nothing to decide" })).toBeVisible();
  await openCourse(page);
  expect(await countReviews(page)).toBe(total);
  await page.context().close();
});
