/** Checks the form of SENTRY_DSN, and whether its host answers. */
import type { Config } from "#server/config/config.ts";
import { type Finding, good, problem, reasonOf } from "./finding.ts";

/** The key, the host and the project's number, as in `https://key@host/4507`. */
const form = /^https?:\/\/[\w-]+(:[\w-]+)?@[^/]+(\/[^/?#]+)*\/\d+$/;

/** @returns no findings without a DSN. It is a secret, so only its host is named. */
export async function checkSentry({ sentryDsn }: Pick<Config, "sentryDsn">): Promise<Finding[]> {
  if (!sentryDsn) return [];
  if (!form.test(sentryDsn)) {
    return [
      problem(
        "SENTRY_DSN has another form than https://key@host/number. Copy the DSN from the project's client keys.",
      ),
    ];
  }
  const { protocol, host } = new URL(sentryDsn);
  try {
    const init = {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(8_000),
    } as const;
    const response = await fetch(`${protocol}//${host}/`, init);
    if (response.status >= 500) throw new Error(`it answers with status ${response.status}`);
  } catch (error) {
    return [problem(`SENTRY_DSN: ${host} can't be reached: ${reasonOf(error)}. Check its host.`)];
  }
  return [good(`Errors are collected at ${host}, which answers.`)];
}
