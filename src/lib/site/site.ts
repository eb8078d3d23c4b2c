/** The product's name and public facts. To rename the product, change only this file. */
export const site = {
  name: "Halaqa",
  meaning: "a circle of study",
  description:
    "Learn Quran online with expert teachers: live courses in small groups, in your own time zone.",
  supportEmail: "support@halaqa.test",
  foundedIn: 2015,
} as const;
