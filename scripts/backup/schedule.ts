/** The schedule of nightly backups. */

/** In UTC. Between one and six o'clock in most places where people teach or learn. */
const hourOfNight = 3;

/** The first night after the given time. */
export function nextNight(after: Date): Date {
  const next = new Date(after);
  next.setUTCHours(hourOfNight, 0, 0, 0);
  if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}
