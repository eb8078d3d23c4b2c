import { expect, test } from "vitest";
import { describeDevice } from "#server/accounts/device.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const mobile = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
    "Chrome on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${mobile} Version/18.6 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${mobile} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPad",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${mobile} Version/18.6 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0 Safari/537.36`,
    "Chrome on Linux",
  ],
  ["curl/8.14.1", "Unknown device"],
])("the user agent %s is shown as %s", (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});

test("a browser without a user agent is an unknown device", () => {
  expect(describeDevice(null)).toBe("Unknown device");
});
