import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { contentFiles } from "./content/schema.ts";

const { pages, pageTranslations, home } = contentFiles;

export const collections = {
  pages: defineCollection({ loader: glob(pages), schema: pages.schema }),
  pageTranslations: defineCollection({
    loader: glob(pageTranslations),
    schema: pageTranslations.schema,
  }),
  home: defineCollection({ loader: glob(home), schema: home.schema }),
};
