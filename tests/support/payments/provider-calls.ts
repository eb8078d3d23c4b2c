/** Counts the calls to the payment provider, whose rate limit the whole platform shares. */
import { afterEach, beforeEach, vi } from "vitest";
import type { Context } from "#server/context.ts";
import type { Market } from "../market.ts";

/**
 * Counts the calls of each test, from 0.
 *
 * @param methods which methods count, of each of the market's apps.
 */
export function countProviderCalls(
  market: Market,
  methods: (stripe: Context["stripe"]) => readonly (readonly [target: object, name: string])[],
): { count: number } {
  const calls = { count: 0 };
  beforeEach(() => {
    calls.count = 0;
    for (const { stripe } of market.contexts) {
      for (const [target, name] of methods(stripe)) {
        const owner = target as Record<string, (...input: unknown[]) => unknown>;
        const method = owner[name]?.bind(target);
        vi.spyOn(owner, name).mockImplementation((...input) => {
          calls.count += 1;
          return method?.(...input);
        });
      }
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return calls;
}
