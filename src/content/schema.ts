/**
 * The front matter that editors can write. Every error message says what to do, because a failed
 * build shows it next to the file and the field.
 */
import * as z from "astro/zod";
import { type IconName, icons } from "#lib/site/page-icons.ts";

/** A line of text with a maximum length, because search results and screens have limited space. */
const line = (most: number, remedy: string) =>
  z.string({ error: remedy }).trim().min(1, { error: remedy }).max(most, { error: remedy });

/** Rejects unknown fields, because they are mistakes, such as `titel`. */
const fields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `There is no field '${issue.keys.join("', '")}'. Remove it, or use one of: ${Object.keys(shape).join(", ")}.`
        : undefined,
  });

const title = line(60, "Give the page a title of at most 60 characters. Browser tabs show it.");
const description = line(
  170,
  "Describe the page in one or two sentences of at most 170 characters. Search results show them.",
);

const pageTexts = {
  title,
  description,
  heading: line(80, "Write a heading of at most 80 characters, or remove the field.").optional(),
  lead: line(320, "Write the sentence under the heading, at most 320 characters."),
};

const updated = z
  .date({ error: "Write the date of the last change without quotes, like 2025-04-21." })
  .optional();

export const pageSchema = fields({
  ...pageTexts,
  updated,
  contents: z
    .boolean({
      error: "Write true to show the list of sections beside the text, or false to hide it.",
    })
    .default(false),
  alsoAt: z
    .array(
      z.string().regex(/^[a-z0-9-]+$/, {
        error: "Write further addresses in lowercase letters without a slash, like aboutus.",
      }),
      { error: "Write further addresses as a list, like [aboutus]." },
    )
    .default([]),
  image: z
    .string()
    .regex(/^\/share\/[a-z0-9-]+\.png$/, {
      error: "Write the path of the page's image for link previews, like /share/about.png.",
    })
    .optional(),
});

/** Anything that a translation lacks is taken from the English page. */
export const pageTranslationSchema = fields({
  ...pageTexts,
  /** The date of the English page that was translated. Required if that page has one. */
  updated,
});

const iconNames = Object.keys(icons) as [IconName, ...IconName[]];

export const homeSchema = fields({
  headline: line(80, "Write the large line of the home page, at most 80 characters."),
  subline: line(160, "Write the line under it, at most 160 characters."),
  reasons: z
    .array(
      fields({
        icon: z.enum(iconNames, { error: `Choose one of these icons: ${iconNames.join(", ")}.` }),
        title: line(40, "Name the reason in at most 40 characters."),
        text: line(160, "Explain the reason in at most 160 characters."),
      }),
      { error: "List three reasons, each with an icon, title and text." },
    )
    .length(3, { error: "List exactly three reasons: the page has room for three." }),
});

/** The files that editors write, and what their front matter may contain. */
export const contentFiles = {
  /** One file per page. The file's name is the page's path. */
  pages: { base: "src/content/pages", pattern: "*.mdx", schema: pageSchema },
  /** Translations of the pages, in a folder for each language: `ar/about`. */
  pageTranslations: {
    base: "src/content/pages",
    pattern: "*/*.mdx",
    schema: pageTranslationSchema,
  },
  /**
   * The texts of the home page, `home`, and their translations, such as `home/ar`. Courses and
   * testimonials come from the database.
   */
  home: { base: "src/content", pattern: "{home.md,home/*.md}", schema: homeSchema },
};

/** The components that editors can use without imports (`src/components/content/components.ts`). */
export const contentComponentNames = [
  ...["Action", "Actions", "Arabic", "Callout", "Card", "CardRow", "Claims", "ContactForm", "Faq"],
  ...["HoldTime", "Imprint", "JoinTime", "Person", "PlatformFee", "Quote", "Stat", "Steps"],
  "SupportEmail",
] as const;
