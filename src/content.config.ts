import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { homeSchema, pageSchema } from "./content/schema.ts";

export const collections = {
  /** One file per page; its name is the address. */
  pages: defineCollection({
    loader: glob({ base: "src/content/pages", pattern: "*.mdx" }),
    schema: pageSchema,
  }),
  /** The texts of the home page. Courses and testimonials come from the database. */
  home: defineCollection({
    loader: glob({ base: "src/content", pattern: "home.md" }),
    schema: homeSchema,
  }),
};
