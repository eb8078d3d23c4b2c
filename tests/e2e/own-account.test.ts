/** What people do with their own account, on the dashboard's settings. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/demo.ts";
import { readCode, type Site } from "./support/site.ts";

const password = "a calm evening by the river";

/** Somebody with a profile, who came by the calls that the forms make. */
async function join(site: Site, email: string, profile: object): Promise<void> {
  const call = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${site.url}/api/auth${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    expect(response.ok, `${path} answered ${response.status}`).toBe(true);
    return (await response.json()) as { data: { accessToken: string } };
  };
  await call("/signup", { name: "Amina Rahman", email, password });
  const { data } = await call("/verify", { email, code: await readCode(site, email) });
  await call("/register", { name: "Amina Rahman", country: "Egypt", ...profile }, data.accessToken);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("a child names a guardian before paying, and comes back to the course", async ({
  page,
  site,
}) => {
  const email = "young-student@example.org";
  await join(site, email, { role: "student", age: 11 });
  await logIn(page, email);
  await page.waitForURL(/\/dashboard/);
  const { data } = await (await fetch(`${site.url}/api/courses?limit=100`)).json();
  const paid = data.courses.find(
    (course: { price: number; maxStudents: number; enrolledCount: number }) =>
      course.price > 0 && course.enrolledCount < course.maxStudents,
  );
  await page.goto(`/courses/${paid._id}`);
  await page.getByRole("button", { name: "Pay & Enroll" }).click();
  await expect(page.getByText(/^Students under 13 need a parent or guardian/)).toBeVisible();
  await page.getByRole("link", { name: "Add a parent or guardian" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel(/^Parent or Guardian Name/).fill("Yusuf Rahman");
  await dialog.getByLabel(/^Parent or Guardian Contact/).fill("yusuf@example.org");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await page.waitForURL((url) => url.pathname === `/courses/${paid._id}`);
  await page.getByRole("button", { name: "Pay & Enroll" }).click();
  await page.waitForURL(/\/checkout\/cs_/);
});
