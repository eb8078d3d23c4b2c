/** A warning or an error on the console fails the test that caused it. */
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let spies: MockInstance[] = [];

beforeEach(() => {
  spies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

afterEach(() => {
  const messages = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  expect(messages, "messages on the console").toEqual([]);
});
