/** Contact messages, and the newsletter from the form in the footer to unsubscribing. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { demoSupportAddress } from "#lib/site/support-address.ts";
import { askDatabase } from "../support/ask-database.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/empty-site.ts";
import { joinByApi, newAddress } from "../support/people.ts";
import { readMail } from "../support/site.ts";

const newsletterBox = (page: Page) => page.getByRole("contentinfo");

async function subscribe(page: Page, email: string): Promise<void> {
  await page.goto("/courses");
  const box = newsletterBox(page);
  await box.getByLabel("Email address for the newsletter").fill(email);
  await box.getByRole("button", { name: "Subscribe" }).click();
}

/** Selects a file that isn't an image, sees the error, and selects an image. */
async function choosePicture(page: Page): Promise<void> {
  const field = page.getByLabel("Image (optional)");
  const file = { name: "screen.png", mimeType: "image/png" };
  await field.setInputFiles({ ...file, buffer: Buffer.from("text") });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(field).toHaveAccessibleDescription(
    /^Please select a valid image file \(JPEG, PNG, GIF, or WebP\) Please choose the image again/,
  );
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(/^Is there/);
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();
  await field.setInputFiles({ ...file, buffer });
}

/** The link to a page of the site in an email. */
function linkTo(path: string, text: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`The mail has no link to ${path}`);
  return link;
}

for (const javaScriptEnabled of [false, true]) {
  const how = javaScriptEnabled ? "on" : "off";

  test.describe(`with scripts ${how}`, () => {
    test.use({ javaScriptEnabled });

    for (const path of ["/contact", "/support"]) {
      test(`a message from ${path} reaches staff`, async ({ page, emptySite: site }) => {
        const email = `from${path.replaceAll("/", "-")}-${how}@example.org`;
        const subject = `A question from ${path}, scripts ${how}`;
        await page.goto(path);
        await page.getByLabel("Name", { exact: true }).fill("Khadija Noor");
        await page.getByRole("main").getByLabel("Email Address").fill(email);
        await page.getByLabel("Subject").fill(subject);
        await page
          .getByLabel("Message", { exact: true })
          .fill("Is there <b>a class</b>?\n\nThanks!");
        const hasPicture = path === "/support";
        if (hasPicture) await choosePicture(page);
        await page.getByRole("button", { name: "Send message" }).click();
        await expect(page).toHaveURL("/contact/thanks");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          "Thank you for your message",
        );
        const isAbout = ({ subject: words }: { subject: string }) => words.endsWith(subject);
        const mail = await readMail(site, demoSupportAddress, isAbout);
        expect(mail.text).toContain("Is there <b>a class</b>?");
        const files = await fetch(`${site.sandboxUrl}/mail/messages/${mail.id}/attachments`);
        expect((await files.json()) as unknown[]).toMatchObject(
          hasPicture ? [{ type: "image/webp" }] : [],
        );
      });
    }

    test("errors appear at their fields, and typed text stays", async ({ page }) => {
      await page.goto("/contact/message");
      await page.getByLabel("Name", { exact: true }).fill("  ");
      await page.getByRole("main").getByLabel("Email Address").fill("khadija@home");
      await page.getByLabel("Subject").fill("Classes");
      await page.getByLabel("Message", { exact: true }).fill("When do they begin?\nAnd where?");
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === "POST"),
        page.getByRole("button", { name: "Send message" }).click(),
      ]);
      expect(response.status()).toBe(400);
      const name = page.getByLabel("Name", { exact: true });
      await expect(name).toHaveAccessibleDescription("Name is required.");
      await expect(name).toBeFocused();
      const email = page.getByRole("main").getByLabel("Email Address");
      await expect(email).toHaveAccessibleDescription("Please enter a valid email.");
      await expect(email).toHaveValue("khadija@home");
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue(
        "When do they begin?\nAnd where?",
      );
      await expect(page.getByLabel("Subject")).not.toHaveAttribute("aria-invalid");
      await expect(page).toHaveTitle(/^Error: /);
    });

    test("a newsletter subscription requires a confirmation and ends with one click", async ({
      page,
      emptySite: site,
    }) => {
      const email = `reader-${how}@example.org`;
      await subscribe(page, email);
      await expect(page).toHaveURL("/newsletter/sent");
      const asked = await readMail(site, email, ({ subject }) => /confirm/.test(subject));

      await page.goto(linkTo("/newsletter/confirm", asked.text));
      await page.getByRole("button", { name: "Confirm subscription" }).click();
      await expect(page).toHaveURL("/newsletter/confirmed");
      const welcome = await readMail(site, email, ({ subject }) => /^Welcome/.test(subject));

      await page.goto(linkTo("/newsletter/confirm", asked.text));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link can't be used");

      const leave = linkTo("/newsletter/unsubscribe", welcome.text);
      await page.goto(leave);
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're unsubscribed");
      await page.goto(leave);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're unsubscribed");
    });
  });
}

test("one-click unsubscribe in an email program works without opening a page of the site", async ({
  page,
  emptySite: site,
}) => {
  const email = "one-click@example.org";
  await subscribe(page, email);
  const asked = await readMail(site, email, ({ subject }) => /confirm/.test(subject));
  await page.goto(linkTo("/newsletter/confirm", asked.text));
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  const welcome = await readMail(site, email, ({ subject }) => /^Welcome/.test(subject));
  const leave = linkTo("/newsletter/unsubscribe", welcome.text);
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  for (const answer of [
    await fetch(leave, { method: "POST", body, redirect: "manual" }),
    await fetch(leave, { method: "POST", body, redirect: "manual" }),
  ]) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/You(?:'|&#39;)re unsubscribed/);
  }
});

test("forms from other sites and malformed forms are rejected", async ({ emptySite: site }) => {
  const send = (path: string, headers: Record<string, string>, body = "email=a%40example.org") =>
    fetch(site.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    });
  for (const path of [
    "/contact/message",
    "/newsletter",
    "/newsletter/confirm",
    "/guardian/confirm",
    "/guardian/link",
  ]) {
    expect((await send(path, {})).status).toBe(403);
    expect((await send(path, { origin: "https://evil.example" })).status).toBe(403);
    expect((await send(path, { origin: "null" })).status).toBe(403);
  }
  const own = { origin: site.url };
  expect((await send("/newsletter", own)).status).toBe(303);
  expect((await send("/newsletter", { ...own, "content-type": "text/plain" })).status).toBe(415);
  expect((await send("/newsletter", own, "email=%FF")).status).toBe(400);
  expect((await send("/contact", own)).status).toBe(405);
});

test("every step is accessible on phones and desktops", async ({ page }) => {
  const states = [
    "/contact/message",
    "/contact/thanks",
    "/newsletter",
    "/newsletter/sent",
    "/newsletter/confirmed",
    "/newsletter/confirm?token=old",
    "/unsubscribe",
    "/guardian/confirm?token=old",
    "/guardian",
    "/guardian/link",
    "/guardian/link?sent=yes",
    "/newsletter/unsubscribe",
    `/newsletter/unsubscribe?token=${"a".repeat(43)}`,
  ];
  const looks = [
    ["light", 390],
    ["dark", 1440],
  ] as const;
  const show = async ([colorScheme, width]: (typeof looks)[number]) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
  };
  // Colors and widths are independent, so each step is checked in one combination.
  for (const [index, path] of states.entries()) {
    await show(looks[index % 2 === 0 ? 0 : 1]);
    await page.goto(path);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  for (const look of looks) {
    await show(look);
    await page.goto("/contact/message");
    await page.getByRole("main").getByLabel("Email Address").fill("khadija@home");
    for (const name of ["Name", "Subject", "Message"]) {
      await page.getByLabel(name, { exact: true }).fill(" ");
    }
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});

test("a message names the account of a sender who is logged in, whatever address was typed", async ({
  page,
  emptySite: site,
}) => {
  const findSenders = (typed: string) =>
    askDatabase(
      site,
      "select users.email from case_reports join users on users.id = reporter_id where case_reports.email = $1",
      typed,
    );
  const send = async (): Promise<string> => {
    const typed = newAddress("typed");
    await page.goto("/contact");
    await page.getByLabel("Name", { exact: true }).fill("Khadija Noor");
    await page.getByRole("main").getByLabel("Email Address").fill(typed);
    await page.getByLabel("Subject").fill("A question");
    await page.getByLabel("Message", { exact: true }).fill("Is there a class?");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page).toHaveURL("/contact/thanks");
    return typed;
  };
  expect(await findSenders(await send())).toEqual([]);
  const email = await joinByApi(page.request, site, "sender");
  expect(await findSenders(await send())).toEqual([{ email }]);
});
