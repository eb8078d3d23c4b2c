/** Structured data of the organization, of the site, and of the hierarchy of its pages. */

import { localizePath } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import { siteImagePath } from "../paths.ts";
import type { Thing } from "./thing.ts";

const t = getTexts("site");

const organizationId = (appUrl: string): string => `${appUrl}/#organization`;

/** A reference to the organization, which only the home page describes in full. */
export function organizationRef(appUrl: string): Thing {
  return {
    "@type": "EducationalOrganization",
    "@id": organizationId(appUrl),
    name: site.name,
    url: appUrl + localizePath("/"),
  };
}

export function organization(appUrl: string): Thing {
  return {
    ...organizationRef(appUrl),
    description: t("description"),
    logo: `${appUrl}/icons/512.png`,
    image: appUrl + localizePath(siteImagePath),
    foundingDate: String(site.foundedIn),
    email: getSupportAddress(),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email: getSupportAddress(),
      url: appUrl + localizePath("/contact"),
    },
  };
}

/** The site with its search, which finds courses by title. */
export function website(appUrl: string): Thing {
  return {
    "@type": "WebSite",
    "@id": `${appUrl}/#website`,
    name: site.name,
    url: appUrl + localizePath("/"),
    description: t("description"),
    inLanguage: getLanguage(),
    publisher: { "@type": "EducationalOrganization", "@id": organizationId(appUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${appUrl}${localizePath("/courses")}?search={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}

export interface Step {
  label: string;
  /** Undefined for the page itself. */
  path?: string | undefined;
}

/**
 * The path to a page, from the top level down. The last step is the page itself, whose URL is
 * omitted because search engines know it.
 */
export function breadcrumbs(appUrl: string, steps: readonly Step[]): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ label, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: path === undefined ? undefined : appUrl + localizePath(path),
    })),
  };
}

export interface Question {
  question: string;
  /** Plain text, or HTML with links, lists and emphasis. Links must be absolute. */
  answer: string;
}

/** Questions and answers that are also visible on the page. */
export function faqPage(questions: readonly Question[]): Thing {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
