/** Log-in, sign-up and verification as plain HTML forms: without scripts, and over HTTP. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinByApi, newAddress, password } from "../support/people.ts";
import { readCode, type Site, startSite } from "../support/site.ts";

const wrongLogIn = "Login failed. Please check your credentials and try again.";

const title = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

async function fillLogIn(page: Page, email: string, word: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function fillSignUp(page: Page, name: string, email: string, word: string): Promise<void> {
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Email Address", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Sign Up" }).click();
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("a person logs in after a wrong password and arrives at the page that they opened", async ({
    page,
  }) => {
    await page.goto("/dashboard/receipts");
    await expect(page).toHaveURL("/login?returnTo=%2Fdashboard%2Freceipts");
    await fillLogIn(page, "student3@halaqa.test", "a wrong guess");
    await expect(page.getByRole("alert")).toHaveText(wrongLogIn);
    await expect(page).toHaveTitle(/^Error: Log in/);
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("student3@halaqa.test");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expectNoOverflow(page);
    await fillLogIn(page, "student3@halaqa.test", "halaqa-demo");
    await expect(page).toHaveURL("/dashboard/receipts");
    await expect(title(page)).toHaveText("Receipts");
    await page.goto("/login");
    await expect(page).toHaveURL("/dashboard");
  });

  test("the log-in form names every invalid field", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
    await expect(page.locator("noscript p")).toHaveText(
      "Resetting your password needs JavaScript.",
    );
    await fillLogIn(page, "student3", "");
    const email = page.getByLabel("Email", { exact: true });
    await expect(email).toHaveAccessibleDescription("Please enter a valid email.");
    await expect(email).toHaveValue("student3");
    await expect(email).toBeFocused();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Password is required.",
    );
  });

  test("a person signs up and verifies the address", async ({ page, site }) => {
    const email = newAddress("scriptless");
    await page.goto("/signup?role=teacher&returnTo=%2Fcourses");
    await expect(page.getByText("Teach your own circle online.")).toBeVisible();
    await fillSignUp(page, "", email, "short");
    await expect(page.getByLabel("Full Name")).toHaveAccessibleDescription("Name is required.");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "At least 6 characters Password must be at least 6 characters long.",
    );
    await fillSignUp(page, "مريم <b>", email, "password");
    await expect(page.getByRole("alert").first()).toHaveText(/^Signup failed: ./);
    await expect(page.getByLabel("Full Name")).toHaveValue("مريم <b>");
    await fillSignUp(page, "Maryam Siddiqui", email, password);
    await expect(title(page)).toHaveText("Verify Your Email");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(page.getByLabel("OTP Code")).toBeFocused();

    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expect(page.getByText("OTP code is required.")).toBeVisible();
    await page.getByLabel("OTP Code").fill("000000");
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Verification failed. Please check your OTP code and try again.",
    );
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await page.getByLabel("OTP Code").fill(await readCode(site, email));
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expect(page).toHaveURL("/register-teacher?returnTo=%2Fcourses");
  });

  test("a person who hasn't verified the address gets a new code when they log in", async ({
    page,
    site,
  }) => {
    const email = newAddress("unverified");
    await page.goto("/signup");
    await fillSignUp(page, "Maryam Siddiqui", email, password);
    const before = await readCode(site, email);
    await expect
      .poll(async () => {
        // No code is sent until the minimum time between two codes has passed.
        await page.goto("/login");
        await fillLogIn(page, email, password);
        await expect(title(page)).toHaveText("Verify Your Email");
        await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
        return readCode(site, email);
      })
      .not.toBe(before);
  });

  test("pages that need scripts say so, and link to pages that do not", async ({
    page,
    site,
    context,
  }) => {
    const main = page.getByRole("main");
    await joinByApi(context.request, site, "scriptless");
    for (const path of ["/role-selection", "/register-student", "/register-teacher"]) {
      await page.goto(path);
      const notice = main.getByRole("heading", { name: "This page needs JavaScript" });
      await expect(notice).toBeVisible();
      await expect(main.getByText("Checking your profile...")).toBeHidden();
    }
    await expectNoOverflow(page);
    await main.getByRole("link", { name: "courses" }).click();
    await expect(page).toHaveURL("/courses");
  });
});

test("posted forms are accessible, and their scripts can take over at any time", async ({
  page,
  site,
}) => {
  const email = newAddress("takeover");
  await page.route("**/_astro/*.js", (route) => route.abort());
  await page.goto("/login");
  await fillLogIn(page, "student3", "");
  await expect(page.getByText("Please enter a valid email.")).toBeVisible();
  await expectAccessible(page);
  await fillLogIn(page, email, "a wrong guess");
  await expect(page.getByRole("alert")).toHaveText(wrongLogIn);
  await expectAccessible(page);
  await page.goto("/signup?returnTo=%2Fcourses");
  await fillSignUp(page, "Maryam", email, "password");
  await expect(page.getByRole("alert").first()).toHaveText(/^Signup failed: ./);
  await expectAccessible(page);
  await page.unroute("**/_astro/*.js");
  await fillSignUp(page, "Maryam Siddiqui", email, password);
  await expect(title(page)).toHaveText("Verify Your Email");
  await expect(page.getByLabel("OTP Code")).toBeFocused();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Back to login" })).toHaveAttribute(
    "href",
    "/login?returnTo=%2Fcourses",
  );
  await page.getByLabel("OTP Code").fill(await readCode(site, email));
  await expect(page).toHaveURL("/role-selection?returnTo=%2Fcourses");
});

const post = (
  site: Site,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: site.url },
) =>
  fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(fields),
  });

const student = { email: "student@halaqa.test", password: "halaqa-demo" };

test("a posted log-in sets the session cookie, redirects and is never stored", async ({ site }) => {
  const answer = await post(site, "/login?returnTo=%2Fcourses%3Flevel%3DBeginner", student);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/courses?level=Beginner"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual([
    "halaqa-session",
    "halaqa-device",
  ]);
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  const [session = ""] = cookies[0]?.split(";") ?? [];
  const again = await fetch(`${site.url}/login`, {
    redirect: "manual",
    headers: { cookie: session },
  });
  expect([again.status, again.headers.get("location")]).toEqual([302, "/dashboard"]);
  // The log-in page for others is the same as before.
  const page = await fetch(`${site.url}/login`);
  expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(await page.text()).not.toContain(student.email);
});

test("a posted log-in leads only to pages of this site", async ({ site }) => {
  for (const evil of [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]) {
    const path = `/login?returnTo=${encodeURIComponent(evil)}`;
    const answer = await post(site, path, student);
    expect([answer.status, answer.headers.get("location")], evil).toEqual([303, "/dashboard"]);
    const refused = await post(site, path, { ...student, password: "wrong" });
    expect(await refused.text(), evil).not.toMatch(/(href|action)="[^"]*evil/);
  }
});

test("account forms are accepted only from pages of this site", async ({ site }) => {
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: site.url, "sec-fetch-site": "cross-site" },
    {},
  ]) {
    for (const path of ["/login", "/signup", "/verify-otp"]) {
      const answer = await post(site, path, student, headers as Record<string, string>);
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  }
});

test("a form in an unknown format or encoding changes nothing and causes no server error", async ({
  site,
}) => {
  for (const [type, body, status] of [
    ["application/json", JSON.stringify(student), 415],
    ["application/x-www-form-urlencoded", "email=%FF&password=x", 400],
    ["application/x-www-form-urlencoded", `email=a%40example.org&password=${"x".repeat(300)}`, 400],
  ] as const) {
    const headers = { origin: site.url, "content-type": type };
    const answer = await fetch(`${site.url}/login`, { method: "POST", headers, body });
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test.describe("with the limits of the product,", () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await startSite();
  });
  test.afterAll(async () => {
    expect(await site.stop()).toBe(0);
  });

  test("log-in attempts count together with those of the API, even for unknown addresses", async () => {
    const email = newAddress("limited");
    const attempt = () => post(site, "/login", { email, password: "a wrong guess" });
    const byApi = await fetch(`${site.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "a wrong guess" }),
    });
    expect(byApi.status).toBe(401);
    for (let count = 0; count < 4; count += 1) {
      const answer = await attempt();
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain(wrongLogIn);
    }
    const limited = await attempt();
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(limited.headers.get("cache-control")).toBe("no-store");
    expect(await limited.text()).toMatch(/Too many attempts\. Please try again in \d+ minutes\./);
  });

  test("a log-in within a minute of the sign-up asks for the code that was sent", async () => {
    const email = newAddress("early");
    await post(site, "/signup", { name: "Maryam Siddiqui", email, password });
    const code = await readCode(site, email);
    const asked = await post(site, "/login?returnTo=%2Fregister-student", { email, password });
    expect(asked.status).toBe(200);
    expect(asked.headers.get("cache-control")).toBe("no-store");
    const html = await asked.text();
    expect(html).toContain('action="/verify-otp?returnTo=%2Fregister-student"');
    expect(html).toContain(`value="${email}"`);
    const verified = await post(site, "/verify-otp?returnTo=%2Fregister-student", { email, code });
    expect([verified.status, verified.headers.get("location")]).toEqual([303, "/register-student"]);
    const mails = await fetch(`${site.sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`);
    expect(await mails.json()).toHaveLength(1);
  });

  test("a sign-up with an address that has an account looks like any other", async () => {
    const email = newAddress("taken");
    const sign = () =>
      post(site, "/signup", { name: "Maryam Siddiqui", email, password: crypto.randomUUID() });
    const first = await sign();
    const cookie = first.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const verified = await post(
      site,
      "/verify-otp",
      { email, code: await readCode(site, email) },
      { origin: site.url, cookie },
    );
    expect([verified.status, verified.headers.get("location")]).toEqual([303, "/role-selection"]);
    const again = await sign();
    expect([again.status, again.headers.getSetCookie().length]).toEqual([
      first.status,
      first.headers.getSetCookie().length,
    ]);
    expect(await again.text()).toBe(await first.text());
  });
});
