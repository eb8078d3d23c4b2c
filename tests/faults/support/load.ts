/** Visitors who read continuously, with a separate connection for each request. */
import { readOnce } from "../../support/processes/read.ts";

export interface Load {
  /** The number of responses so far. */
  answers(): number;
  /** Stops the visitors. @returns descriptions of the unexpected responses. */
  stop(): Promise<string[]>;
}

const paths = ["/courses", "/api/courses", "/healthz", "/api/auth/jwks.json"];
const visitors = 8;

/** @param allowed statuses besides 200 that visitors may get. */
export function startLoad(url: string, allowed: number[] = []): Load {
  const wrong: string[] = [];
  let answers = 0;
  let isOver = false;

  const visit = async (first: number): Promise<void> => {
    for (let i = first; !isOver; i += 1) {
      const path = paths[i % paths.length] ?? "/";
      const outcome = await readOnce(`${url}${path}`);
      if (outcome === "refused") {
        // No server is listening, so the visitor retries in a moment.
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      answers += 1;
      if (outcome !== 200 && !allowed.includes(Number(outcome))) wrong.push(`${path}: ${outcome}`);
    }
  };
  const visiting = Array.from({ length: visitors }, (_, i) => visit(i));
  return {
    answers: () => answers,
    async stop() {
      isOver = true;
      await Promise.all(visiting);
      return wrong;
    },
  };
}
