/** Structured data of the organization, of the site, and of the hierarchy of its pages. */
import { site } from "#lib/site/site.ts";
import { getLanguage } from "#translations/runtime.ts";
import { siteImagePath } from "../paths.ts";
import type { Thing } from "./thing.ts";

const organizationId = (appUrl: string): string => `${appUrl}/#organization`;

/** A reference to the organization, which only the home page describes in full. */
export function organizationRef(appUrl: string): Thing {
  return {
    "@type": "EducationalOrganization",
    "@id": organizationId(appUrl),
    name: site.name,
    url: `${appUrl}/`,
  };
}

export function organization(appUrl: string): Thing {
  return {
    ...organizationRef(appUrl),
    description: site.description,
    logo: `${appUrl}/icons/512.png`,
    image: `${appUrl}${siteImagePath}`,
    foundingDate: String(site.foundedIn),
    email: site.supportEmail,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email: site.supportEmail,
      url: `${appUrl}/contact`,
    },
  };
}

/** The site with its search, which finds courses by title. */
export function website(appUrl: string): Thing {
  return {
    "@type": "WebSite",
    "@id": `${appUrl}/#website`,
    name: site.name,
    url: `${appUrl}/`,
    description: site.description,
    inLanguage: getLanguage(),
    publisher: { "@type": "EducationalOrganization", "@id": organizationId(appUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${appUrl}/courses?search={search_term_string}`,
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
      item: path === undefined ? undefined : appUrl + path,
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
