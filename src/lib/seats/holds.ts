/** Holds: seats that are reserved for a student while the checkout is open. */

/**
 * How long a seat is held for payment, in minutes. The checkout session lasts as long, and the payment
 * provider allows no less than this.
 */
export const holdMinutes = 30;

/**
 * Seconds within which the provider must have created the checkout session. It counts the minimum
 * of half an hour from then on.
 */
export const checkoutStartSeconds = 30;

/**
 * How long a hold may outlast its checkout while it is unknown whether it was paid. Then the seat is
 * released. A later payment gets the seat if one is available, or else a full refund.
 */
export const holdGraceMinutes = 15;
