/** What a stranger can do by starting over in new browsers, with limits at factor 1. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { newClients } from "../../support/clients.ts";
import { type Browser, createBrowser, newEmail, password, readCode } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: "1" } });
});
afterAll(() => app.close());

const newAddress = newClients("10.8");
const at = (address = newAddress()) => createBrowser(app, address);
const times = <Item>(number: number, item: () => Item) => Array.from({ length: number }, item);
const name = "Amina Yusuf";
const chosen = "a stranger's passphrase";

async function addAccount(): Promise<string> {
  const email = newEmail();
  const browser = at();
  await browser.post("/signup", { name, email, password });
  const { status } = await browser.post("/verify", { email, code: await readCode(app, email) });
  expect(status).toBe(200);
  return email;
}

describe("a stranger who starts over in new browsers at one network address", () => {
  const minute = 60 * 1000;
  afterEach(() => void vi.useRealTimers());

  const beginnings = {
    "sign-up": (browser: Browser, email: string) =>
      browser.post("/signup", { name, email, password }),
    "reset code": (browser: Browser, email: string) => browser.post("/password/forgot", { email }),
  };

  test.each([
    ["sign-up", async () => newEmail()],
    ["reset code", addAccount],
  ] as const)("does not use up other people's attempts at a %s", async (kind, addAddress) => {
    const email = await addAddress();
    const stranger = newAddress();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    for (let begun = 0; begun < 15; begun += 1) {
      // The maximum for one address: five requests an hour, at least a minute apart.
      vi.setSystemTime(start + Math.floor(begun / 5) * 61 * minute + (begun % 5) * 2 * minute);
      const browser = at(stranger);
      expect((await beginnings[kind](browser, email)).status).toBeLessThan(300);
      for (const _ of times(begun < 2 ? 10 : 2, () => 0)) {
        await browser.post("/verify", { email, code: "000000" });
      }
    }
    // Makes sure that the owner's email is the last to arrive.
    await app.context.jobs.drain();
    const owner = at();
    await beginnings[kind](owner, email);
    const code = await readCode(app, email);
    expect((await owner.post("/verify", { email, code })).status).toBe(200);
  });

  test("cannot learn from the limits whether an address has an account", async () => {
    const guess = async (email: string) => {
      const stranger = newAddress();
      const statuses: number[] = [];
      for (const _ of times(2, () => 0)) {
        const browser = at(stranger);
        await browser.post("/signup", { name, email, password: chosen });
        for (const index of times(11, () => 0).keys()) {
          const { status } = await browser.post("/verify", { email, code: `00000${index % 10}` });
          statuses.push(status);
        }
      }
      return statuses;
    };
    const unknown = await guess(newEmail());
    expect(unknown).toContain(400);
    expect(await guess(await addAccount())).toEqual(unknown);
  });
});

test("a sign-up's own password does not restore guesses for the existing account's password", async () => {
  for (const email of [await addAccount(), newEmail()]) {
    const browser = at();
    await browser.post("/signup", { name, email, password: chosen });
    const statuses: number[] = [];
    for (const guess of times(7, () => "a guess")) {
      for (const typed of [guess, chosen]) {
        statuses.push((await browser.post("/login", { email, password: typed })).status);
      }
    }
    // The fifth guess is the last one. After that, passwords are no longer compared.
    const pair = [401, 403];
    expect(statuses).toEqual([...pair, ...pair, ...pair, ...pair, 401, 429, 429, 429, 429, 429]);
  }
});
