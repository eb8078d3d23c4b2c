import type { Context } from "../context.ts";
import { isOutage } from "../providers/stripe/failures.ts";

/** So many failures in a row of the provider's making, and the rest of a round would only wait. */
const outageAfter = 3;

/** Many pieces of work of which none holds up the others. */
export interface Round {
  /** Does one piece; a failure is logged with what it is about. Does nothing during an outage. */
  trying(about: object, work: () => Promise<unknown>): Promise<void>;
  /** @throws the first failure, so that the job queue repeats the round soon. */
  end(): void;
}

export function startRound({ log }: Context): Round {
  const failures: unknown[] = [];
  let outages = 0;
  return {
    async trying(about, work) {
      if (outages >= outageAfter) return;
      try {
        await work();
        outages = 0;
      } catch (error) {
        outages = isOutage(error) ? outages + 1 : 0;
        failures.push(error);
        log.warn({ err: error, ...about }, "One piece of a round failed");
      }
    },
    end() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
