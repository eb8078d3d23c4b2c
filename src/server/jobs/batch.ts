import type { Logger } from "pino";
import { isDatabaseDown } from "../db/failures.ts";
import { isOutage } from "../providers/stripe/failures.ts";

/**
 * The number of consecutive failures of a provider or of the database after which the rest of a
 * batch is skipped.
 */
const outageAfter = 3;

/** A batch of work in which one failure doesn't stop the rest. */
export interface Batch {
  /**
   * Runs one task of the batch and logs a failure together with `about`. Skips the task during an
   * outage.
   */
  attempt(about: object, work: () => Promise<unknown>): Promise<void>;
  /** @throws the first failure, so that the job queue retries the batch soon. */
  end(): void;
}

export function startBatch({ log }: { log: Logger }): Batch {
  const failures: unknown[] = [];
  let outages = 0;
  return {
    async attempt(about, work) {
      if (outages >= outageAfter) return;
      try {
        await work();
        outages = 0;
      } catch (error) {
        outages = isOutage(error) || isDatabaseDown(error) ? outages + 1 : 0;
        failures.push(error);
        log.warn({ err: error, ...about }, "A task in a batch failed");
      }
    },
    end() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
