/** The IDs of the plan's prices in the sandbox, unless other IDs are configured. */
export const sandboxPrices = { month: "price_sandbox_month", year: "price_sandbox_year" } as const;
