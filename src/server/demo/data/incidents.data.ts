/** What the demo's staff find on their page of the day, besides cases. */

/** The student's bank disputes the payment. */
export const disputedSeat = { course: "beautiful-recitation", student: "zahra.amini" };

/** The teacher's bank returns a payout. */
export const returnedPayout = { teacher: "ibrahim.demir", amountCents: 12_000 };

/** An account without a profile. */
export const suspendedAccount = {
  key: "golden.offers",
  name: "Golden Offers",
  reason: "You sent the same advertisement to several teachers.",
  days: 60,
};

export const hiddenCourse = {
  course: "warsh-after-hafs",
  reason: "The description asks students to pay by bank transfer, outside Halaqa.",
};
