import type { Stripe } from "stripe";
import { currency } from "#lib/payments/money.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../../config/config.ts";
import { returnUrl } from "../../config/page-url.ts";
import { type AppSecrets, equalHashes, keyedHash } from "../../crypto.ts";

const t = getTexts("payments");

/** Prefix, `* ` and suffix share 22 characters, and the prefix may have ten. */
const statementSuffix = "COURSE";

interface CheckoutFacts {
  paymentId: string;
  enrollmentId: string;
  courseId: string;
  courseTitle: string;
  /** The classes that are paid for, if some are past and the price was reduced. */
  lateJoining?: { classesLeft: number; classes: number };
  studentId: string;
  studentEmail: string;
  amountCents: number;
  feeCents: number;
  /** The ID of the teacher's account at the provider. Null if the platform keeps the money. */
  destinationAccountId: string | null;
  /** When the hold and the session expire. The provider accepts only whole seconds. */
  expiresAt: Date;
}

/** The IDs that identify a session, its payment and its charge as ours. */
export function checkoutMetadata(
  facts: Pick<CheckoutFacts, "paymentId" | "enrollmentId" | "courseId" | "studentId">,
): Record<string, string> {
  const { paymentId, enrollmentId, courseId, studentId } = facts;
  // Existing sessions use this spelling of the key.
  return { paymentId, enrolmentId: enrollmentId, courseId, studentId };
}

/** A card payment for one seat. The money goes to the teacher, less the platform's fee. */
export function checkoutRequest(
  config: Pick<Config, "appUrl" | "appSecret">,
  facts: CheckoutFacts,
): Stripe.Checkout.SessionCreateParams {
  const metadata = checkoutMetadata(facts);
  const checkout = "/api/enrollment/checkout";
  return {
    mode: "payment",
    // Only card payments are charged immediately. With other methods, a completed checkout can stay
    // unpaid for days.
    allowed_payment_method_types: ["card"],
    client_reference_id: facts.paymentId,
    customer_email: facts.studentEmail,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          unit_amount: facts.amountCents,
          product_data: {
            name: facts.courseTitle,
            ...(facts.lateJoining && {
              description: t("server.checkout.classesLeft", facts.lateJoining),
            }),
          },
        },
      },
    ],
    metadata,
    payment_intent_data: {
      description: `${facts.courseTitle} (${site.name})`,
      metadata,
      // Stripe adds this suffix to the name of the platform's account on the statement of the
      // student's card.
      statement_descriptor_suffix: statementSuffix,
      ...(facts.destinationAccountId !== null && {
        transfer_data: { destination: facts.destinationAccountId },
        // The provider rejects a fee of 0.
        ...(facts.feeCents > 0 && { application_fee_amount: facts.feeCents }),
      }),
    },
    expires_at: Math.floor(facts.expiresAt.getTime() / 1000),
    success_url: returnUrl(config, `${checkout}/return?session_id={CHECKOUT_SESSION_ID}`),
    cancel_url: returnUrl(
      config,
      `${checkout}/cancel?payment=${facts.paymentId}&signature=${signCancel(config, facts.paymentId)}`,
    ),
  };
}

function signCancel(config: Pick<Config, "appSecret">, paymentId: string): string {
  return keyedHash(config.appSecret, "checkout-cancel", paymentId);
}

/**
 * Whether the signature of a cancel link is valid. Only the student who was sent to the checkout
 * has the link.
 */
export function isCancelSignature(
  { appSecret, previousAppSecret = appSecret }: AppSecrets,
  paymentId: string,
  signature: string,
): boolean {
  return [appSecret, previousAppSecret].some((secret) =>
    equalHashes(signature, signCancel({ appSecret: secret }, paymentId)),
  );
}
