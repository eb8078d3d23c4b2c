/** The database with a person's items on this device (`study-database.ts`). */
export const studyDatabaseName = "halaqa-study";

/** How long to wait for other tabs to close the database when it is deleted. */
const timeoutMs = 1_000;

/**
 * Deletes the items from this device when the user logs out. This is part of the code that logs
 * out, so that nobody is logged out without it, even offline. If that code can't be loaded, the
 * click reloads the page and the user stays logged in. To keep the code small, it doesn't use the
 * library that opens the database.
 */
export async function deleteLocalStudy(): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  const request = indexedDB.deleteDatabase(studyDatabaseName);
  request.onsuccess = () => resolve();
  // Browsers that block storage have nothing to delete.
  request.onerror = () => resolve();
  await promise;
  clearTimeout(timer);
}
