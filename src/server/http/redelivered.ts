import { databaseUnavailable, isLockTimeout } from "../db/failures.ts";

/**
 * Processes an event whose sender delivers it again later. If several deliveries of one event wait
 * for each other too long, the failure counts as temporary, whereas it counts as a conflict for
 * people's requests.
 *
 * @throws AppError `database_unavailable` if a lock was held for too long.
 */
export async function processRedelivered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isLockTimeout(error) ? databaseUnavailable(error) : error;
  }
}
