import { afterAll, beforeAll, beforeEach } from "vitest";

/**
 * Opens what all tests of a file share. A test that is retried gets it opened again: what its
 * first try has left behind would make every further one fail.
 */
export function setUpForFile(open: () => Promise<void>, close: () => Promise<unknown>): void {
  beforeAll(open);
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    await close();
    await open();
  });
  afterAll(close);
}
