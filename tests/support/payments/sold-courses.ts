/** A market whose teacher sells courses with four weekly classes, and the calls that change them. */
import { asc, eq } from "drizzle-orm";
import { beforeEach, vi } from "vitest";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { addSeller, findSeats } from "../market.ts";
import { openMarket } from "../open-market.ts";
import { addStudent, type Person, renewToken } from "../people.ts";

const day = 24 * 60 * 60 * 1000;

/** The date (YYYY-MM-DD) this many days from now. */
export const dateIn = (days: number) =>
  new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** The refusal of a change after which paid students would have no class left. */
export const noClassesLeft =
  "This would leave students who paid without upcoming classes. Move classes to another time, at least 24 hours ahead, or cancel the course, which refunds everyone.";

/** Moves the clock forward. */
export const jump = (days: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.now() + days * day) });

export const startTime = "10:00";
export const endTime = "10:45";

interface Options {
  refundPolicy?: RefundPolicy;
  price?: number;
  discountPrice?: number;
  proRata?: boolean;
  students?: number;
  /** The card that the students pay with. */
  card?: string | undefined;
}

/** Each test starts with a new teacher, and can replace that teacher. */
export async function openSoldCourses() {
  const { market } = await openMarket();
  let teacher: Person;
  const replaceTeacher = async () => {
    teacher = await addSeller(market);
  };
  beforeEach(replaceTeacher);

  /** A published course with four weekly classes that starts in twenty days. */
  async function addCourse({
    refundPolicy = "none",
    price = 40,
    discountPrice,
    proRata = false,
  }: Options = {}): Promise<string> {
    const course = await createCourse(
      market.context,
      teacher.actor,
      courseInput({
        price,
        ...(discountPrice !== undefined && { hasDiscount: true, discountPrice }),
        proRata,
        refundPolicy,
        status: "published",
        startDate: dateIn(20),
        endDate: dateIn(47),
        schedule: [{ day: "Monday", startTime, endTime }],
      }),
    );
    return course._id;
  }

  /** The course with its paid students. */
  async function addSold({ students = 1, card, ...options }: Options = {}) {
    const courseId = await addCourse(options);
    const { price = 40 } = options;
    const people: Person[] = [];
    for (let number = 0; number < students; number += 1) {
      const student = await addStudent(market.context);
      const { body } = await market.enroll(student, courseId);
      if (price > 0) await market.call("GET", await market.pay(body.data.checkoutUrl, card));
      people.push(student);
    }
    const [student] = people;
    if (!student) throw new Error("The course has no student");
    return { courseId, student, people };
  }

  const listClasses = (courseId: string) =>
    market.context.db
      .select()
      .from(classes)
      .where(eq(classes.courseId, courseId))
      .orderBy(asc(classes.startsAt));

  async function asTeacher(method: string, path: string, body: object = {}) {
    const { token } = await renewToken(market.context, teacher);
    return market.call(method, path, { token, body });
  }

  return {
    market,
    replaceTeacher,
    currentTeacher: () => teacher,
    addCourse,
    addSold,
    listClasses,
    asTeacher,
    edit: (courseId: string, body: object) => asTeacher("PUT", `/api/courses/${courseId}`, body),
    cancel: (classId = "") => asTeacher("POST", `/api/classes/${classId}/cancel`),
    move: (classId: string, body: object) => asTeacher("PATCH", `/api/classes/${classId}`, body),
    async leave(student: Person, courseId: string, refunds?: boolean) {
      const { token } = await renewToken(market.context, student);
      const body = refunds === undefined ? undefined : { seen: { refunds } };
      return market.call("POST", `/api/enrollment/course/${courseId}/leave`, { token, body });
    },
    async refund(student: Person, courseId: string, body: object = {}) {
      const [seat] = await findSeats(market, student, courseId);
      return asTeacher("POST", `/api/enrollment/${seat?.enrollmentId}/refund`, body);
    },
  };
}
