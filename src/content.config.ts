import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { homeSchema, pageSchema, pageTranslationSchema } from "./content/schema.ts";

export const collections = {
  /** One file per page; its name is the address. */
  pages: defineCollection({
    loader: glob({ base: "src/content/pages", pattern: "*.mdx" }),
    schema: pageSchema,
  }),
  /** Their translations, in a folder for each language: `ar/about`. */
  pageTranslations: defineCollection({
    loader: glob({ base: "src/content/pages", pattern: "*/*.mdx" }),
    schema: pageTranslationSchema,
  }),
  /**
   * The texts of the home page, `home`, and their translations, such as `home/ar`. Courses and
   * testimonials come from the database.
   */
  home: defineCollection({
    loader: glob({ base: "src/content", pattern: "{home.md,home/*.md}" }),
    schema: homeSchema,
  }),
};
