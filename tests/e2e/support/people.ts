/** People who sign up for one test. */
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { readCode, type Site } from "./site.ts";

export const password = "a calm evening by the river";

/** An email address that nobody else uses. */
export function newAddress(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
}

/**
 * Signs up and verifies through the API. The request context is then logged in, without a profile.
 */
export async function joinByApi(
  context: APIRequestContext,
  site: Site,
  name: string,
): Promise<string> {
  const email = newAddress(name);
  const signedUp = await context.post("/api/auth/signup", {
    data: { name: "Maryam Siddiqui", email, password },
  });
  expect(signedUp.status()).toBe(201);
  const code = await readCode(site, email);
  const verified = await context.post("/api/auth/verify", { data: { email, code } });
  expect(verified.status()).toBe(200);
  return email;
}

/**
 * Creates a person with a profile through the API calls that the forms make, without logging a
 * browser in.
 * @returns the profile's ID.
 */
export async function joinWithProfile(
  site: Site,
  email: string,
  profile: { name: string; role: "teacher" | "student" } & Record<string, unknown>,
): Promise<string> {
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
    return (await response.json()).data;
  };
  await call("/signup", { name: profile.name, email, password });
  const { accessToken } = await call("/verify", { email, code: await readCode(site, email) });
  return (await call("/register", { country: "Egypt", ...profile }, accessToken))._id;
}

/** Logs out with the account menu of a page for users. */
export async function logOutByMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await page.getByRole("button", { name: "Logout" }).last().click();
}
