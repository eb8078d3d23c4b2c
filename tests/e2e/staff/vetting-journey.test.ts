/** A teacher's journey from a certificate to the badge, until the verification expires. */
import type { Page } from "@playwright/test";
import pg from "pg";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { drawCertificate } from "#server/demo/demo-documents.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinWithProfile, newAddress, password } from "../support/people.ts";
import { readMail, type Site } from "../support/site.ts";
import { openConsole } from "./staff-people.ts";

const logIn = async (page: Page, email: string) => {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
};

/** Moves the end of a verification into the past, and lets the server run its hourly job now. */
async function expire(site: Site, teacherId: string): Promise<void> {
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "update vettings set verified_until = current_date - 2 where teacher_id = $1",
      [teacherId],
    );
    await client.query("insert into pgboss.job (name, data) values ('end-verifications', '{}')");
  } finally {
    await client.end();
  }
}

test("a teacher submits a certificate, gets the badge from a reviewer, and loses it when the verification expires", async ({
  browser,
  baseURL,
  page,
  site,
}) => {
  const email = newAddress("vetted");
  const name = `Vetted ${Date.now()}`;
  const teacherId = await joinWithProfile(site, email, { name, role: "teacher" });
  const visitors = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const visitor = await visitors.newPage();

  await test.step("the teacher submits the certificate", async () => {
    await logIn(page, email);
    await page.goto("/dashboard?tab=settings");
    await page.getByRole("link", { name: "Open verification" }).click();
    await page.getByRole("button", { name: "Add ijazah" }).click();
    await page.getByLabel("Reading or text").fill("Hafs from Asim");
    await page.getByLabel("Year").fill("2014");
    await page.getByLabel("Chain of teachers").fill("Shaykh Mahmud\nShaykh Amir");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save credentials" }).click();
    await expect(page.getByText("Credentials saved.")).toBeVisible();
    await page.getByLabel("Type").selectOption("ijazah");
    await page.getByLabel("File").setInputFiles({
      name: "ijazah.pdf",
      mimeType: "application/pdf",
      buffer: drawCertificate(["Ijazah"]),
    });
    await page.getByRole("button", { name: "Upload document" }).click();
    await expect(page.getByRole("link", { name: "ijazah.pdf" })).toBeVisible();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await expect(page.getByText("Waiting for review")).toBeVisible();
    await expectNoOverflow(page);
  });

  const staffContext = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const reviewer = await staffContext.newPage();
  await test.step("a reviewer verifies the teacher", async () => {
    await openConsole(reviewer, site, "moderator");
    await reviewer
      .getByRole("link", { name: /^Teachers to review/ })
      .first()
      .click();
    await reviewer.getByLabel("Search").fill(name);
    await reviewer.getByRole("link", { name, exact: true }).click();
    await expect(reviewer.getByText("Shaykh Amir")).toBeVisible();
    const href = await reviewer.getByRole("link", { name: /ijazah\.pdf/ }).getAttribute("href");
    expect((await staffContext.request.get(href ?? "")).status()).toBe(200);
    expect((await visitors.request.get(href ?? "")).status()).toBe(404);
    await reviewer.getByLabel("Verify the teacher").check();
    await reviewer.getByRole("checkbox", { name: "Ijazah" }).check();
    await reviewer.getByLabel("Message to the teacher").fill("Your ijazah is in the register.");
    await expectAccessible(reviewer);
    await reviewer.getByRole("button", { name: "Send decision" }).click();
    await expect(reviewer.getByRole("button", { name: "Withdraw verification" })).toBeVisible();
    await reviewer.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(reviewer);
  });

  await test.step("visitors see the badge on the teacher's page", async () => {
    const mail = await readMail(site, email, ({ subject }) => subject.includes("verified teacher"));
    expect(mail.text).toContain("Your ijazah is in the register.");
    await visitor.goto(`/teachers/${teacherId}`);
    await expect(visitor.getByRole("heading", { name: "Verified by our staff" })).toBeVisible();
    await expect(visitor.getByText(/^Ijazah, until /)).toBeVisible();
    await expectAccessible(visitor);
    await page.reload();
    await expect(page.getByText(/^If you change a credential/).first()).toBeVisible();
  });

  await test.step("the badge disappears when the verification expires", async () => {
    await expire(site, teacherId);
    await readMail(site, email, ({ subject }) => subject.includes("has expired"));
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "Ijazahs" })).toBeVisible();
    await expect(visitor.getByRole("heading", { name: "Verified by our staff" })).toBeHidden();
    await page.reload();
    await expect(page.getByText("Your verification expired.", { exact: false })).toBeVisible();
  });
  await visitors.close();
  await staffContext.close();
});
