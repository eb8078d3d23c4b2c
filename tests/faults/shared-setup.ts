import { afterAll, beforeAll, beforeEach } from "vitest";

/**
 * Sets up what all tests of a file share. It is set up again for a retried test, because the state
 * that the first attempt left behind would make every retry fail.
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
