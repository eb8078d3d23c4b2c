/** An enrolled student who has paid, and helpers for refunds and disputes. */
import { addCourse } from "../courses.ts";
import { findSeats, type Market } from "../market.ts";
import { addStudent, type Person } from "../people.ts";

export interface EnrolledStudent {
  courseId: string;
  student: Person;
  enrollmentId: string;
  paymentId: string;
  sessionId: string;
}

interface EnrollmentOptions {
  /** In dollars. */
  price?: number;
  card?: string;
}

/** Test cards that behave differently at the provider. */
export const cards = {
  available: "4000000000000077",
  disputed: "4000000000000259",
  questioned: "4000000000001976",
} as const;

export async function addEnrolled(
  market: Market,
  teacher: Person,
  { price = 20, card }: EnrollmentOptions = {},
): Promise<EnrolledStudent> {
  const courseId = await addCourse(market.context, teacher, { price, maxStudents: 1 });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  if (price > 0) await market.call("GET", await market.pay(body.data.checkoutUrl, card));
  const [seat] = await findSeats(market, student, courseId);
  if (seat?.enrollment !== "enrolled") throw new Error("The student is not enrolled");
  return { courseId, student, ...seat };
}

/** The charge of a checkout session in the provider's records. */
export async function findCharge(market: Market, sessionId: string) {
  const { charges } = await market.ledger();
  const charge = charges.find(({ session }) => session === sessionId);
  if (!charge) throw new Error(`The session ${sessionId} has no charge`);
  return charge;
}

/** The provider's refunds of a session's charge, oldest first. */
export async function findRefunds(market: Market, sessionId: string) {
  const charge = await findCharge(market, sessionId);
  return (await market.ledger()).refunds.filter((each) => each.charge === charge.id);
}

/** Presses a button on one of the provider's pages. */
export async function pressAtProvider(market: Market, path: string): Promise<void> {
  const answer = await fetch(`${market.sandboxUrl}${path}`, { method: "POST", redirect: "manual" });
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`);
}

/** The ID of the teacher's account at the provider. */
export async function findAccountId(market: Market, teacher: Person): Promise<string> {
  const { body } = await market.call("GET", "/api/connect/accounts/current", {
    token: teacher.token,
  });
  return body.data.id;
}

/**
 * Waits until all emails are sent. @returns the subjects and texts of those to a person, newest
 * first.
 */
export async function readMails(
  market: Market,
  { email }: Pick<Person, "email">,
): Promise<{ subject: string; text: string }[]> {
  await market.context.jobs.drain();
  const answer = await fetch(`${market.sandboxUrl}/mail/messages?to=${email}`);
  return (await answer.json()) as { subject: string; text: string }[];
}
