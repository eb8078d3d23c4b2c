/** Renders components in jsdom and removes them after each test. */
import { cleanup, configure, render as renderInto, screen, waitFor } from "@testing-library/react";

import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach } from "vitest";
import { loadAll } from "#islands/ui/later.ts";
import { queryClient } from "#lib/client/query-client.ts";

// Busy machines need more time, above all to load code. Elements that never appear still fail the test.
configure({ asyncUtilTimeout: 15_000 });

// Simulates a page that has been idle for a moment. Loaded parts have their own parts, and
// transforming all of this code can take longer than a test waits for an element.
beforeEach(async () => {
  let hasMore = true;
  while (hasMore) hasMore = await loadAll();
});

afterEach(() => {
  cleanup();
  queryClient.clear();
});

export function render(node: ReactNode) {
  renderInto(node);
  return userEvent.setup();
}

export { screen, waitFor };
