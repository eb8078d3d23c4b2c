import { afterAll, afterEach, vi } from "vitest";
import { addCourse } from "./courses.ts";
import { addSeller, createMarket, findSeats, type Market } from "./market.ts";
import { addStudent, type Person } from "./people.ts";

/**
 * Opens the market of a test file, with a teacher who sells courses. Faults and the clock are reset
 * after each test, and the market closes after the last one.
 */
export async function openMarket(env: Record<string, string> = {}) {
  const market = await createMarket(env);
  afterEach(async () => {
    vi.useRealTimers();
    await market.clearFaults();
  });
  afterAll(() => market.close());
  const teacher = await addSeller(market);
  return {
    market,
    teacher,
    openCheckout: (course: Offer = {}) => openCheckout(market, teacher, course),
  };
}

interface Offer {
  /** In dollars. */
  price?: number;
  maxStudents?: number;
}

/** Enrolls a student in a new course, up to the provider's checkout page. */
async function openCheckout(
  market: Market,
  teacher: Person,
  { price = 20, maxStudents = 5 }: Offer,
) {
  const courseId = await addCourse(market.context, teacher, { price, maxStudents });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  const [seat] = await findSeats(market, student, courseId);
  if (!seat) throw new Error("No seat was held");
  return { courseId, student, url: body.data.checkoutUrl as string, ...seat };
}
