/** Simulated users who repeat their actions, whatever happens to the server. */
import { setTimeout as pause } from "node:timers/promises";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";
import type { Answer, CallOptions } from "../../support/processes/client.ts";
import type { Market } from "../../support/processes/market.ts";
import type { Random } from "./random.ts";

export interface MarketDay {
  students: Person[];
  teachers: Person[];
  courses: [string, ...string[]];
  /**
   * The number of responses by call and status, such as `enroll 201`. `cut off` means that the
   * server was killed during the call, so its outcome is unknown; `not taken` means that no server
   * was listening.
   */
  counts: Map<string, number>;
  /** Unexpected responses. */
  wrong: string[];
  /** The number of responses so far. */
  answers(): number;
  /**
   * Issues new access tokens for everyone if the current ones are a few minutes old. Needs the
   * database of a running server.
   */
  renewTokens(): Promise<void>;
  /**
   * Lets everyone act concurrently until the signal aborts. Resolves when the last request has
   * ended.
   */
  act(random: Random, signal: AbortSignal): Promise<void>;
  /** Ends all open checkouts: half are paid, half are canceled. */
  finish(random: Random): Promise<void>;
  /**
   * Calls the server, counts the response, and records it if it has an unexpected status. Undefined
   * if the server died during the call.
   */
  ask(
    what: string,
    allowed: number[],
    call: [method: string, path: string, options?: CallOptions],
  ): Promise<Answer | undefined>;
  /** Presses a button on the provider's page. @returns the URL of the redirect. */
  press(page: string, button: string, card?: string): Promise<string | undefined>;
  /** Follows the redirect of the provider's page. */
  comeBack(address: string | undefined): Promise<void>;
}

interface Size {
  students: number;
  /** The number of paid courses of each teacher. */
  courses: number;
  seats: number;
}

const goodCard = "4242424242424242";
const declinedCard = "4000000000000002";
/** Longer than any response may take. */
const patience = 60_000;
/** Access tokens are valid for 15 minutes, and a run on a busy machine can take longer. */
const renewedEveryMs = 5 * 60_000;

/** A country in which Stripe pays nobody, so that the platform keeps the teacher's share. */
const countryWithoutPayouts = "IN";

/**
 * Sets up two teachers, their paid and free courses, and students. Stripe pays the first teacher, and the
 * platform owes the second one the share.
 */
export async function openMarket(market: Market, size: Size): Promise<MarketDay> {
  const { teachers, students } = await market.withContext(async (context) => ({
    teachers: [await addTeacher(context), await addTeacher(context, { name: "Khadija Omar" })],
    students: await Promise.all(Array.from({ length: size.students }, () => addStudent(context))),
  }));
  const [paid, owed] = teachers;
  if (paid) await setUpPayments(market, paid);
  if (owed) await setUpPayments(market, owed, countryWithoutPayouts);
  const courses = await market.withContext(async (context) => {
    const made: string[] = [];
    for (const teacher of teachers) {
      for (let i = 0; i < size.courses; i += 1) {
        const price = 20 + 5 * i;
        made.push(await addCourse(context, teacher, { price, maxStudents: size.seats }));
      }
      made.push(await addCourse(context, teacher, { price: 0, maxStudents: size.seats }));
    }
    return made;
  });
  const [first, ...others] = courses;
  if (!first) throw new Error("There is no course");
  return createMarketDay(market, { teachers, students, courses: [first, ...others] });
}

async function setUpPayments(
  { call, sandbox }: Market,
  { token }: Person,
  country?: typeof countryWithoutPayouts,
): Promise<void> {
  const body = country && { country };
  const setup = await call("POST", "/api/connect/accounts/setup", { token, body });
  const page = new URL(setup.body.data.result.accountLink);
  if (!country) await sandbox("POST", `${page.pathname}/complete`);
  const account = await call("GET", "/api/connect/accounts/current", { token });
  if (!account.body.data.charges_enabled) throw new Error("The payment account takes no charges");
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

function createMarketDay(
  market: Market,
  people: Pick<MarketDay, "teachers" | "students" | "courses">,
): MarketDay {
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  let answers = 0;
  let renewedAt = Date.now();

  const renewTokens = async (): Promise<void> => {
    if (Date.now() - renewedAt < renewedEveryMs) return;
    await market.withContext(async (context) => {
      for (const person of [...people.teachers, ...people.students]) {
        person.token = (await renewToken(context, person)).token;
      }
    });
    renewedAt = Date.now();
  };

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  const ask: MarketDay["ask"] = async (what, allowed, [method, path, options]) => {
    let answer: Answer;
    try {
      const signal = AbortSignal.timeout(patience);
      answer = await market.call(method, path, { ...options, signal });
    } catch (error) {
      if ((error as Error).name === "TimeoutError") wrong.push(`${what}: no answer in time`);
      count(`${what} ${isRefused(error) ? "not taken" : "cut off"}`);
      return undefined;
    }
    answers += 1;
    count(`${what} ${answer.status}`);
    const isRefusal = answer.status === 503 && answer.headers.has("retry-after");
    if (!isRefusal && !allowed.includes(answer.status)) {
      wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };

  const enroll = ({ profileId, token }: Person, course: string) =>
    ask(
      "enroll",
      [200, 201, 409],
      [
        "POST",
        `/api/enrollment/course/${course}/enroll`,
        { token, body: { studentId: profileId } },
      ],
    );

  const press: MarketDay["press"] = async (page, button, card) => {
    const response = await fetch(`${page}/${button}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(card === undefined ? {} : { card }),
    });
    await response.body?.cancel();
    count(`${button} ${response.status}`);
    return response.headers.get("location") ?? undefined;
  };

  const comeBack = async (address: string | undefined): Promise<void> => {
    if (address === undefined) return;
    const { pathname, search } = new URL(address);
    await ask("come back", [302], ["GET", pathname + search]);
  };

  const findCheckout = (answer: Answer | undefined): string | undefined => {
    const address: unknown = answer?.body?.data?.checkoutUrl;
    const isPage = typeof address === "string" && address.startsWith(`${market.sandboxUrl}/`);
    return isPage ? address : undefined;
  };

  const studentActs = async (student: Person, random: Random, course: string): Promise<void> => {
    const page = findCheckout(await enroll(student, course));
    if (page === undefined) return;
    // Some students abandon the checkout. Enrolling again returns the same one.
    if (random.chance(0.1)) return;
    if (random.chance(0.2)) return comeBack(await press(page, "cancel"));
    if (random.chance(0.1)) await press(page, "pay", declinedCard);
    const address = await press(page, "pay", goodCard);
    // Some students close the window immediately after paying.
    if (random.chance(0.8)) await comeBack(address);
  };

  const teacherActs = async (teacher: Person, random: Random): Promise<void> => {
    const [first, ...others] = people.students;
    if (!first) return;
    const { token } = random.pick([first, ...others]);
    const list = await ask(
      "list",
      [200],
      ["GET", "/api/enrollment/student/enrollments", { token }],
    );
    const [newest, ...older] = (list?.body?.data ?? []) as { _id: string }[];
    if (!newest) return;
    const enrollment = random.pick([newest, ...older]);
    const path = `/api/enrollment/${enrollment._id}/refund`;
    // The status is 404 for another teacher's student and 409 for a free seat.
    const refund = () => ask("refund", [200, 404, 409], ["POST", path, { token: teacher.token }]);
    await Promise.all(random.chance(0.3) ? [refund(), refund()] : [refund()]);
  };

  return {
    ...people,
    renewTokens,
    counts,
    wrong,
    ask,
    press,
    comeBack,
    answers: () => answers,
    async act(random, signal) {
      await renewTokens();
      const again = async (each: Random, step: () => Promise<void>): Promise<void> => {
        while (!signal.aborted) {
          await step();
          // A short random pause mixes the order of the actions.
          await pause(each.below(60));
        }
      };
      const student = (person: Person) => {
        const each = random.branch();
        let course = each.pick(people.courses);
        return again(each, async () => {
          if (each.chance(0.5)) course = each.pick(people.courses);
          await studentActs(person, each, course);
        });
      };
      const teacher = (person: Person) => {
        const each = random.branch();
        return again(each, () => teacherActs(person, each));
      };
      await Promise.all([...people.students.map(student), ...people.teachers.map(teacher)]);
    },
    async finish(random) {
      await renewTokens();
      for (const student of people.students) {
        for (const course of people.courses) {
          const answer = await enroll(student, course);
          const page = findCheckout(answer);
          if (page === undefined) continue;
          const pays = random.chance(0.5);
          await comeBack(await press(page, pays ? "pay" : "cancel", pays ? goodCard : undefined));
        }
      }
    },
  };
}
