/** The two ways back from the provider's checkout page. Both lead to the course. */
import { eq } from "drizzle-orm";
import { type CheckoutResult, checkoutResultPath } from "#lib/enrolments.ts";
import type { Context } from "../context.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { isProviderTrouble, withinDeadline } from "../providers/stripe/failures.ts";
import { callOffCheckout } from "./checkout.ts";
import { isCancelSignature } from "./checkout-request.ts";
import { payments } from "./payments.table.ts";
import { type CheckoutState, settleCheckout } from "./settle.ts";

const elsewhere = "/courses";

/**
 * Where to send a student who comes back from paying. It starts the same step as the webhook, and
 * what it can't find out now the webhook or reconciling will: anybody may call it, for it does
 * nothing but look at the truth.
 */
export async function returnFromCheckout(context: Context, sessionId: string): Promise<string> {
  const courseId = await findCourse(context, eq(payments.sessionId, sessionId));
  if (courseId === undefined) return elsewhere;
  const state = await settleOrWait(context, () => settleCheckout(context, sessionId));
  return checkoutResultPath(courseId, state === "expired" ? "cancelled" : resultOf(state));
}

/**
 * Where to send a student who called the checkout off: its session is ended and the seat is free.
 * The signature binds the link to who was sent to the checkout.
 */
export async function cancelCheckout(
  context: Context,
  paymentId: string,
  signature: string,
): Promise<string> {
  if (!isCancelSignature(context.config, paymentId, signature)) return elsewhere;
  const courseId = await findCourse(context, eq(payments.id, paymentId));
  if (courseId === undefined) return elsewhere;
  const state = await settleOrWait(context, () => callOffCheckout(context, paymentId));
  const isPaid = state === "paid" || state === "refunded";
  return checkoutResultPath(courseId, isPaid ? resultOf(state) : "cancelled");
}

function resultOf(state: CheckoutState): CheckoutResult {
  if (state === "paid") return "success";
  return state === "refunded" ? "refunded" : "pending";
}

async function settleOrWait(
  context: Context,
  settle: () => Promise<CheckoutState>,
): Promise<CheckoutState> {
  try {
    return await withinDeadline("The payment provider did not answer in time.", settle);
  } catch (error) {
    if (!isProviderTrouble(error)) throw error;
    context.log.warn({ err: error }, "A checkout is settled later: the provider didn't answer");
    return "open";
  }
}

async function findCourse(
  context: Context,
  condition: ReturnType<typeof eq>,
): Promise<string | undefined> {
  const [found] = await context.db
    .select({ courseId: enrolments.courseId })
    .from(payments)
    .innerJoin(enrolments, eq(enrolments.id, payments.enrolmentId))
    .where(condition);
  return found?.courseId;
}
