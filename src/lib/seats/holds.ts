/** Holds: seats that are reserved for a student while the checkout is open. */

/**
 * How long a seat is held during checkout, in minutes. The checkout session has the same duration,
 * which is the minimum that the payment provider allows.
 */
export const holdMinutes = 30;

/**
 * Within how many seconds the provider must have created the checkout session. The provider
 * requires sessions to last at least half an hour from their creation.
 */
export const checkoutStartSeconds = 30;

/** From the moment when a seat is held to the last moment when its checkout can be paid. */
export const checkoutSeconds = holdMinutes * 60 + checkoutStartSeconds;

/**
 * How many minutes a hold may outlast its checkout while the outcome of the payment is unknown.
 * After that, the seat is released. A later payment gets the seat if one is available, or else a
 * full refund.
 */
export const holdGraceMinutes = 15;
