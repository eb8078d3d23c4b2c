/** Many students who compete for the same seats through two processes of one deployment. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type ApiProcess,
  addSeller,
  createMarket,
  type Market,
  startApiProcess,
} from "../market.ts";
import { addStudent, type Person } from "../people.ts";

/** The error after waiting too long for a lock. */
const busy = "Someone else is changing this. Please try again.";

export interface Race {
  market: Market;
  teacher: Person;
  students: Person[];
  /** Runs `work` for all at once, alternating between the processes. */
  spread<T, R>(all: readonly T[], work: (process: ApiProcess, one: T) => Promise<R>): Promise<R[]>;
  close(): Promise<void>;
}

export async function createRace(numberOfStudents: number): Promise<Race> {
  const market = await createMarket();
  const teacher = await addSeller(market);
  const students = await Promise.all(
    Array.from({ length: numberOfStudents }, () => addStudent(market.context)),
  );
  const [even, odd] = await Promise.all([startPatiently(market), startPatiently(market)]);
  return {
    market,
    teacher,
    students,
    spread: (all, work) =>
      Promise.all(all.map((one, index) => work(index % 2 === 0 ? even : odd, one))),
    async close() {
      await Promise.all([even.kill(), odd.kill()]);
      await market.close();
    },
  };
}

/**
 * A process whose callers retry if it is too busy or a lock timed out, both of which are acceptable
 * on a busy machine.
 */
async function startPatiently(market: Market): Promise<ApiProcess> {
  const process = await startApiProcess(market);
  return {
    ...process,
    async enroll(student, courseId) {
      for (;;) {
        const answer = await process.enroll(student, courseId);
        if (answer.status !== 503 && answer.message !== busy) return answer;
        await pause(100);
      }
    },
  };
}
