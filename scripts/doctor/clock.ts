/** Compares this machine's clock with that of a server whose clock is reliable. */
import { type Finding, good, notice, problem, unchecked } from "./finding.ts";

/** A difference of one minute breaks sessions and Stripe's checkouts. */
const maxDifferenceMs = 30_000;
/** HTTP dates have whole seconds, and the response needs time. */
const noticeableMs = 5_000;

/**
 * @param url a server with an accurate clock, whose responses have a Date.
 * @param now in milliseconds since the Unix epoch.
 */
export async function checkClock(url: string, now: () => number = Date.now): Promise<Finding[]> {
  const startedAt = now();
  const response = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(8_000),
  }).catch(() => undefined);
  const middle = (startedAt + now()) / 2;
  const there = Date.parse(response?.headers.get("date") ?? "");
  if (Number.isNaN(there)) return [unchecked(`${url} sends no time to compare with.`)];
  // The header has a precision of one second, so the middle of that second is the best estimate.
  const difference = middle - (there + 500);
  const seconds = Math.round(Math.abs(difference) / 1_000);
  const direction = difference > 0 ? "fast" : "slow";
  const host = new URL(url).host;
  if (Math.abs(difference) > maxDifferenceMs) {
    return [
      problem(
        `The clock is ${seconds} s ${direction}, compared with ${host}. Let it follow NTP (for example with systemd-timesyncd or chrony).`,
      ),
    ];
  }
  if (Math.abs(difference) > noticeableMs) {
    return [notice(`The clock is ${seconds} s ${direction}, compared with ${host}.`)];
  }
  return [good(`The clock agrees with that of ${host}.`)];
}
