/** The steps of a checkout as separate functions, for tests that interrupt it. */
import { expect } from "vitest";
import type { Person } from "../../support/people.ts";
import type { Answer, Call } from "../../support/processes/client.ts";

const goodCard = "4242424242424242";
/** A payment with this card is disputed immediately. */
export const disputedCard = "4000000000000259";

export function enroll(call: Call, { profileId, token }: Person, course: string): Promise<Answer> {
  const body = { studentId: profileId };
  return call("POST", `/api/enrollment/course/${course}/enroll`, { token, body });
}

/** Pays on the provider's page. @returns the path to which the payer is redirected. */
export function pay(checkoutUrl: string, card = goodCard): Promise<string> {
  return press(checkoutUrl, "pay", { card });
}

/** Cancels on the provider's page. @returns the path to which the person is redirected. */
export function cancelCheckout(checkoutUrl: string): Promise<string> {
  return press(checkoutUrl, "cancel", {});
}

async function press(page: string, button: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(`${page}/${button}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  expect(answer.status, await answer.text()).toBe(303);
  const { pathname, search } = new URL(answer.headers.get("location") ?? "");
  return pathname + search;
}

/** Counts the responses by status: `7 × 201, 53 × 409`. */
export function tallyStatuses(answers: readonly { status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, number]) => `${number} × ${status}`)
    .join(", ");
}
