/**
 * Renders a few pages at a time, with client addresses taking turns. Rendering is CPU-bound, so a
 * thousand concurrent renders would delay every response, including the probes. A client address
 * that requests many pages delays only itself.
 */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { createTurns, type Turns } from "./turns.ts";

const t = getTexts("http");

interface RenderTurnsOptions {
  /** RATE_LIMIT_FACTOR. Multiplies the number of requests that can wait. */
  factor?: number;
  maxTurnMs?: number;
}

/** The maximum number of concurrent renders. */
export const concurrentRenders = 6;
/** An address may be shared by a whole school. */
const waitingPerAddress = 200;
const waitingAltogether = 1_000;

export function createRenderTurns({
  factor = 1,
  maxTurnMs = 1_000,
}: RenderTurnsOptions = {}): Turns {
  const times = (number: number) => Math.max(1, Math.floor(number * factor));
  return createTurns({
    maxTurnMs,
    concurrency: concurrentRenders,
    maxWaiting: times(waitingAltogether),
    maxWaitingPerSource: times(waitingPerAddress),
    refuse: () => new AppError("rate_limited", t("tooManyPages"), { retryAfter: 5 }),
  });
}
