/** What a new teacher needs before and after the first course. */
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { addViewer, dateIn } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";

test("a teacher without a payment account publishes a free course, and a student enrolls", async ({
  browser,
  site,
}) => {
  const { page } = await addViewer(browser, site, "teacher", { name: "Bilal Free" });
  const student = await addViewer(browser, site, "student", { name: "Sara Guest" });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/add-course");
  await expect(page.getByText("Payment account required")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up payment account" })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Create a free course" }).click();
  await page.getByLabel("Title").fill("Letters for everyone");
  await page.getByLabel("Description").fill("An open circle.");
  await page.getByLabel("Duration (weeks)").fill("8");
  await page.getByLabel("Maximum students").fill("5");
  await page.getByLabel("Start date").fill(dateIn(1));
  await page.getByLabel("End date").fill(dateIn(50));
  await page.getByLabel("Status").selectOption("published");
  await page.getByLabel("Price (USD)").fill("10");
  await page.getByRole("button", { name: "Create course" }).click();
  await expect(page.getByRole("alert")).toHaveText(/To charge a price, set up a payment account/);
  await expectAccessible(page);
  await page.getByLabel("Price (USD)").fill("0");
  await page.getByRole("button", { name: "Create course" }).click();
  await expect(page.getByText(/^Course created successfully!/)).toBeVisible();
  await page.waitForURL("/dashboard");

  const address = await page
    .getByRole("region", { name: "Your course is live" })
    .getByRole("link", { name: "View Course" })
    .getAttribute("href");
  await student.page.goto(address ?? "");
  await student.page.getByRole("button", { name: "Enroll for Free" }).click();
  await expect(
    student.page.getByText("You are enrolled in this course", { exact: true }),
  ).toBeVisible();
});

test("certificates, education and preferred teaching methods can be entered with the keyboard", async ({
  browser,
  site,
}) => {
  const teacher = await addViewer(browser, site, "teacher", { name: "Zaynab Haddad" });
  const { page } = teacher;
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/dashboard?tab=settings");
  await page.getByRole("button", { name: "Edit Profile", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add certificate" }).press("Enter");
  await expect(dialog.getByLabel("Certificate name")).toBeFocused();
  await page.keyboard.type("Ijazah in Hafs");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Al-Azhar");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1850");
  await page.keyboard.press("Tab");
  await page.keyboard.type("http://example.org/ijazah");
  await dialog.getByRole("button", { name: "Add education entry" }).press("Enter");
  await page.keyboard.type("BA");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  const certificate = dialog.getByRole("group", { name: "certificate 1" });
  await expect(certificate.getByLabel("Year")).toHaveAccessibleDescription(
    "Year must be between 1900 and this year",
  );
  await expect(certificate.getByLabel(/^Verification link/)).toHaveAccessibleDescription(
    /starts with https:\/\/$/,
  );
  await expect(dialog.getByLabel("Institution")).toHaveAccessibleDescription(
    "Institution is required",
  );
  await expectNoOverflow(page);
  await expectAccessible(page);
  await certificate.getByLabel("Year").fill("2015");
  await certificate.getByLabel(/^Verification link/).fill("https://example.org/ijazah");
  await dialog.getByLabel("Institution").fill("Cairo University");
  await dialog.getByRole("group", { name: "education entry 1" }).getByLabel("Year").fill("2010");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated successfully!").first()).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto(`/teachers/${teacher.profileId}`);
  await expect(visitor.getByText("Ijazah in Hafs")).toBeVisible();
  await expect(visitor.getByText("Cairo University, 2010")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Verify Ijazah in Hafs" })).toHaveAttribute(
    "href",
    "https://example.org/ijazah",
  );

  await page.goto("/dashboard?tab=settings");
  await page.getByRole("button", { name: "Edit Profile", exact: true }).first().click();
  await dialog.getByRole("button", { name: "Remove certificate 1" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Add certificate" })).toBeFocused();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated successfully!").first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Cairo University, 2010")).toBeVisible();
  await expect(visitor.getByText("Ijazah in Hafs")).toHaveCount(0);

  const student = await addViewer(browser, site, "student", { name: "Lina Awad", age: 27 });
  await student.page.goto("/dashboard?tab=settings");
  await student.page.getByRole("button", { name: "Edit Profile", exact: true }).first().click();
  await student.page.getByLabel(/^Preferred teaching methods/).fill("One-to-one, Repetition");
  await student.page.getByRole("button", { name: "Save changes" }).click();
  await expect(student.page.getByText("Profile updated successfully!").first()).toBeVisible();
  await visitor.goto(`/students/${student.profileId}`);
  await expect(visitor.getByText("One-to-one")).toBeVisible();
  await expect(visitor.getByText("Repetition")).toBeVisible();
});
