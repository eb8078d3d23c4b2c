import { afterEach, describe, expect, it } from "vitest";
import { addCourse } from "../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../support/people.ts";
import type { Answer } from "../support/processes/client.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { cancelCheckout, enroll, pay } from "./support/checkout-steps.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import {
  findContradictions,
  findOverbooked,
  findUnsettled,
  readRecords,
} from "./support/records/audit.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";
import { connectZoom, listAtZoom } from "./support/zoom-teacher.ts";

/** Longer than any response may take: users get a response within ten seconds. */
const patience = 20_000;
const settling = { timeout: 300_000, interval: 500 };

let product: Product;
let day: MarketDay;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
    day = await openMarket(product, { students: 0, courses: 0, seats: 1 });
  },
  async () => product?.stop(),
);
afterEach(() => product.sandbox("DELETE", "/faults"));

const troubles = {
  silent: {},
  "drop-response": {},
  "status-500": {},
  "status-429": {},
  delay: { ms: 15_000 },
};
type FaultKind = keyof typeof troubles;

const cause = (provider: "stripe" | "zoom", fault: FaultKind) =>
  product.sandbox("POST", "/faults", {
    body: { provider, fault, times: 10_000, ...troubles[fault] },
  });

/** A short run uses only the first faults. */
const chosen = (Object.keys(troubles) as FaultKind[]).slice(0, pickSize(3, 5));

/** While a provider fails, calls must either succeed or ask the user to retry. */
function expectDoneOrLater(what: string, { status, headers, body }: Answer): void {
  if (status === 503) expect(headers.get("retry-after"), what).toMatch(/^\d+$/);
  else expect([200, 201, 302], `${what}: ${JSON.stringify(body)}`).toContain(status);
}

const within = () => ({ signal: AbortSignal.timeout(patience) });

describe("the payment provider", () => {
  it.each(chosen)(
    "has the fault %s: people get a response in time, and every step completes once",
    async (fault) => {
      const [teacher] = day.teachers;
      if (!teacher) throw new Error("There is no teacher");
      const groups = pickSize(1, 4);
      const people = await product.withContext(async (context) => {
        const course = await addCourse(context, teacher, { price: 20, maxStudents: 100 });
        const add = () => Promise.all(Array.from({ length: groups }, () => addStudent(context)));
        const [starting, leaving, paying, enrolled] = [
          await add(),
          await add(),
          await add(),
          await add(),
        ];
        const newcomer = await addTeacher(context);
        return { course, starting, leaving, paying, enrolled, newcomer };
      });
      const { course } = people;
      const open = async (student: Person): Promise<string> =>
        (await enroll(product.call, student, course)).body.data.checkoutUrl;
      const leaving = await Promise.all(people.leaving.map(open));
      const paying = await Promise.all(people.paying.map(open));
      const seats = await Promise.all(
        people.enrolled.map(async (student) => {
          await product.call("GET", await pay(await open(student)));
          const list = await product.call("GET", "/api/enrollment/student/enrollments", student);
          return list.body.data[0]._id as string;
        }),
      );
      // Only the provider's API fails; the buttons on its pages still work.
      const offs = await Promise.all(leaving.map(cancelCheckout));
      const backs = await Promise.all(paying.map((address) => pay(address)));

      await cause("stripe", fault);
      const steps: Record<string, () => Promise<Answer>[]> = {
        enroll: () =>
          people.starting.map(({ profileId, token }) =>
            product.call("POST", `/api/enrollment/course/${course}/enroll`, {
              token,
              body: { studentId: profileId },
              ...within(),
            }),
          ),
        cancel: () => offs.map((path) => product.call("GET", path, within())),
        "come back": () => backs.map((path) => product.call("GET", path, within())),
        refund: () =>
          seats.map((id) =>
            product.call("POST", `/api/enrollment/${id}/refund`, {
              token: teacher.token,
              ...within(),
            }),
          ),
        "payment account": () => [
          product.call("POST", "/api/connect/accounts/setup", {
            token: people.newcomer.token,
            ...within(),
          }),
        ],
      };
      const counts: string[] = [];
      await Promise.all(
        Object.entries(steps).map(async ([what, ask]) => {
          const answers = await Promise.all(ask());
          for (const answer of answers) expectDoneOrLater(what, answer);
          counts.push(`${what} ${[...new Set(answers.map(({ status }) => status))].join("/")}`);
        }),
      );
      // A free course needs no provider.
      const [free] = day.courses;
      const visitor = await product.withContext((context) => addStudent(context));
      const freely = await enroll(product.call, visitor, free);
      expect([201, 409]).toContain(freely.status);

      await product.sandbox("DELETE", "/faults");
      // The next click finds or creates the only checkout, which can be paid.
      for (const student of people.starting) {
        const again = await enroll(product.call, student, course);
        expect([200, 201], JSON.stringify(again.body)).toContain(again.status);
        await product.call("GET", await pay(again.body.data.checkoutUrl));
      }
      const account = await product.call("POST", "/api/connect/accounts/setup", {
        token: people.newcomer.token,
      });
      expect(account.status).toBe(200);
      for (const path of [...offs, ...backs]) {
        expect((await product.call("GET", path)).status).toBe(302);
      }
      for (const id of seats) {
        const refund = await product.call("POST", `/api/enrollment/${id}/refund`, teacher);
        expect([200, 409]).toContain(refund.status);
      }
      const unsettled = async () => findUnsettled(await readRecords(product));
      await expect.poll(unsettled, settling).toEqual([]);
      const records = await readRecords(product);
      expect(await findContradictions(product)).toEqual([]);
      expect(await findOverbooked(product)).toEqual([]);
      const held = records.rows.filter(({ seat }) => seat === "held");
      expect(held).toEqual([]);
      report({
        fault: `payment provider ${fault}${fault === "delay" ? " of 15 s" : ""} while people enroll, cancel, pay, are refunded and set an account up`,
        times: `${groups * 4 + 1} calls`,
        found: `${counts.sort().join(", ")}; afterward all done once, no hold left, no contradiction`,
      });
    },
  );
});

describe("the meeting provider", () => {
  it.each(chosen)(
    "has the fault %s: courses continue, and exactly one meeting exists in the end",
    async (fault) => {
      const teacher = await product.withContext((context) => addTeacher(context));
      await connectZoom(product, teacher);
      const { course, student } = await product.withContext(async (context) => ({
        course: await addCourse(context, teacher, { price: 0, maxStudents: 3 }),
        student: await addStudent(context),
      }));
      await cause("zoom", fault);
      const startTime = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
      const body = { courseId: course, topic: "Surah Al-Mulk", startTime, duration: 45 };
      const { token } = teacher;
      const schedule = () =>
        product.call("POST", "/api/zoom/meetings", { token, body, ...within() });
      const asked = await Promise.all([schedule(), schedule()]);
      for (const answer of asked) expectDoneOrLater("schedule", answer);
      expect((await enroll(product.call, student, course)).status).toBe(201);

      await product.sandbox("DELETE", "/faults");
      const list = async () => {
        const path = `/api/zoom/course/${course}/meetings`;
        return (await product.call("GET", path, { token })).body.meetings as { topic: string }[];
      };
      expect([200, 201, 503]).toContain((await schedule()).status);
      // Requests that couldn't be sent are retried automatically.
      await expect.poll(list, settling).toHaveLength(1);
      expect((await schedule()).status).toBe(201);
      expect(await list()).toHaveLength(1);
      expect(await listAtZoom(product, teacher)).toEqual([body.topic]);
      report({
        fault: `meeting provider ${fault}${fault === "delay" ? " of 15 s" : ""} while a meeting is scheduled twice at once`,
        times: "1",
        found: `${asked.map(({ status }) => status).join(", ")}; enrollment went on; one meeting in the end, here and there`,
      });
    },
  );
});
