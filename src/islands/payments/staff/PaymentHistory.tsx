import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { formatExactPrice } from "#lib/payments/money.ts";
import { readRefundFailure } from "#lib/payments/refund-failures.ts";
import type { PaymentEvent } from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/staff-payment.ts";

const t = getTexts("staffPayment");

const reasons = [
  "teacher",
  "student",
  "course-cancelled",
  "course-closed",
  "staff",
  "no-seat",
  "duplicate",
  "provider",
  "dispute",
] as const;

/** What happened to a payment, newest first. Notifications from the provider are less prominent. */
export function PaymentHistory({ events }: { events: readonly PaymentEvent[] }) {
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="font-semibold">{t("history")}</h2>
      <ol className="grid">
        {events.map((event) => (
          <li
            key={event._id}
            className="relative grid gap-0.5 border-s border-base-300 pb-4 ps-5 text-sm last:border-transparent last:pb-0"
          >
            <span
              className={`absolute -start-[5px] top-1.5 size-2.5 rounded-full ${dotColor(event)}`}
              aria-hidden="true"
            />
            <EventDetails event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The provider's notifications that payments cause, by the provider's names. */
const notifications = {
  "checkout.session.completed": "checkoutCompleted",
  "checkout.session.expired": "checkoutExpired",
  "payment_intent.succeeded": "succeeded",
  "payment_intent.payment_failed": "declined",
  "charge.succeeded": "succeeded",
  "charge.failed": "declined",
  "charge.updated": "updated",
  "charge.refunded": "refunded",
  "charge.refund.updated": "refundUpdated",
  "refund.created": "refunded",
  "refund.updated": "refundUpdated",
  "refund.failed": "refundFailed",
  "charge.dispute.created": "disputed",
  "charge.dispute.updated": "disputeUpdated",
  "charge.dispute.closed": "disputeClosed",
  "charge.dispute.funds_withdrawn": "withdrawn",
  "charge.dispute.funds_reinstated": "reinstated",
} as const;

/** A type that this version doesn't know gets a general name. */
function nameNotification(type: string | null): string {
  const known = Object.entries(notifications).find(([name]) => name === type);
  return known ? t(`notification.${known[1]}`) : t("event.event");
}

function EventDetails({ event }: { event: PaymentEvent }) {
  const { kind, amountCents, reason, text, reference, at } = event;
  const known = reasons.find((each) => each === reason);
  const isNotification = kind === "event";
  return (
    <>
      <p className={`flex flex-wrap gap-x-2 ${isNotification ? "muted" : "font-medium"}`}>
        {isNotification ? nameNotification(text) : t(`event.${kind}`)}
        {isNotification && <bdi className="font-mono text-xs leading-5">{text}</bdi>}
        {amountCents !== null && (
          <span className="tabular">{formatExactPrice(amountCents / 100)}</span>
        )}
      </p>
      {known && <p className="muted">{t(`reason.${known}`)}</p>}
      {kind === "refund-failed" && text ? (
        <Failure failure={text} />
      ) : (
        !isNotification &&
        text && (
          <p>
            <bdi>{text}</bdi>
          </p>
        )
      )}
      <p className="muted text-xs">
        <LocalTime instant={at} />
        {reference && (
          <>
            {" · "}
            <bdi className="font-mono break-all">{reference}</bdi>
          </>
        )}
      </p>
    </>
  );
}

/** Why a refund failed. Stripe's own text is English in every language of the page. */
function Failure({ failure }: { failure: string }) {
  const { cause, detail } = readRefundFailure(failure);
  return (
    <>
      <p>{t(`failure.${cause}`)}</p>
      {detail && (
        <p className="muted text-xs wrap-anywhere">
          {t("failure.detail")}{" "}
          <bdi lang="en" dir="ltr">
            {detail}
          </bdi>
        </p>
      )}
    </>
  );
}

function dotColor({ kind }: PaymentEvent): string {
  if (kind === "event") return "bg-base-300";
  if (kind === "paid" || kind === "dispute-won") return "bg-success";
  const isProblem = ["refund-failed", "dispute-opened", "dispute-lost", "share-not-recovered"];
  return isProblem.includes(kind) ? "bg-warning" : "bg-secondary";
}
