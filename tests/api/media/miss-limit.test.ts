/** Requests for images that don't exist, each of which causes requests to the bucket. */
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createTestApp } from "../../support/app.ts";

afterEach(() => void vi.useRealTimers());

async function openApp() {
  // Three missing images per minute.
  const env = { TRUST_PROXY: "1", RATE_LIMIT_FACTOR: "0.01" };
  const app = await createTestApp({ env, isSingle: true });
  onTestFinished(() => app.close());
  const find = vi.spyOn(app.context.files, "find");
  let images = 0;
  const request = async (address: string, query = "") => {
    images += 1;
    const headers = { "x-forwarded-for": address };
    return (await app.app.request(`/media/upl_${images}.webp${query}`, { headers })).status;
  };
  return { app, find, request };
}

test("an address that requests many missing images no longer reaches the store for a minute", async () => {
  const { find, request } = await openApp();
  for (const query of ["", "?w=640", ""]) expect(await request("203.0.113.1", query)).toBe(404);
  find.mockClear();
  expect(await request("203.0.113.1")).toBe(429);
  expect(find).not.toHaveBeenCalled();
  expect(await request("203.0.113.2")).toBe(404);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await request("203.0.113.1")).toBe(404);
});

test("images that exist don't count as missing", async () => {
  const { app, request } = await openApp();
  await app.context.files.put("upl_kept.webp", Buffer.from("image"), "image/webp");
  const headers = { "x-forwarded-for": "203.0.113.3" };
  for (let times = 0; times < 5; times += 1) {
    const { status } = await app.app.request("/media/upl_kept.webp", { method: "HEAD", headers });
    expect(status).toBe(200);
  }
  expect(await request("203.0.113.3")).toBe(404);
});
