import { afterAll, beforeAll, beforeEach } from "vitest";

/**
 * Sets up what all tests of a file or of a `describe` block share. The setup runs again for a retried test, because the
 * state left behind by the first attempt would make every retry fail.
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
