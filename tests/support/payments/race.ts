/** Many students who compete for the same seats through two processes of one deployment. */
import {
  type ApiProcess,
  addSeller,
  createMarket,
  type Market,
  startApiProcess,
} from "../market.ts";
import { addStudent, type Person } from "../people.ts";
import { patiently } from "../processes/client.ts";

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
  const ask: ApiProcess["ask"] = (...call) =>
    patiently(
      () => process.ask(...call),
      (answer) => answer,
    );
  return {
    ...process,
    ask,
    enroll: (student, courseId) =>
      patiently(
        () => process.enroll(student, courseId),
        (answer) => answer,
      ),
    call: async (...call) => (await ask(...call)).status,
  };
}
