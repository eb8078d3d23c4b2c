export const site = { name: "Halaqa" } as const;
