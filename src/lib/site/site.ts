/** The product's name and public facts. Whoever renames the product changes this file only. */
export const site = {
  name: "Halaqa",
  meaning: "a circle of study",
  description:
    "Learn Quran online with expert teachers: live courses in small groups, in your own time zone.",
  supportEmail: "support@halaqa.test",
  foundedIn: 2015,
} as const;
