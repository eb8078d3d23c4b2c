/** People who join for one test. */
import { type APIRequestContext, expect } from "@playwright/test";
import { readCode, type Site } from "./site.ts";

export const password = "a calm evening by the river";

/** An address that nobody else has. */
export function newAddress(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
}

/** Signs up and verifies by the API: this context is signed in then, without a profile. */
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
