/** Many students who want the same seats at once, at two processes of one deployment. */
import {
  type ApiProcess,
  addSeller,
  createMarket,
  type Market,
  startApiProcess,
} from "./market.ts";
import { addStudent, type Person } from "./people.ts";

export interface Race {
  market: Market;
  teacher: Person;
  students: Person[];
  /** Does something for all at once, in turn at either process. */
  spread<T, R>(all: readonly T[], work: (process: ApiProcess, one: T) => Promise<R>): Promise<R[]>;
  close(): Promise<void>;
}

export async function createRace(numberOfStudents: number): Promise<Race> {
  const market = await createMarket();
  const teacher = await addSeller(market);
  const students = await Promise.all(
    Array.from({ length: numberOfStudents }, () => addStudent(market.context)),
  );
  const [even, odd] = await Promise.all([startApiProcess(market), startApiProcess(market)]);
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
