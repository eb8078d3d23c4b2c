/** The product's name and public facts. To rename the product, change only this file. */
export const site = {
  name: "Halaqa",
  foundedIn: 2015,
} as const;
