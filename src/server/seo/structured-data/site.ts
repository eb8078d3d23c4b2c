/** The organization behind the site, the site, and how its pages lie within each other. */
import { site } from "#lib/site/site.ts";
import { siteImagePath } from "../paths.ts";
import type { Thing } from "./thing.ts";

const organizationId = (appUrl: string): string => `${appUrl}/#organization`;

/** Other things point to the organization, which the home page describes. */
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

/** The site with its search, which searches courses by title. */
export function website(appUrl: string): Thing {
  return {
    "@type": "WebSite",
    "@id": `${appUrl}/#website`,
    name: site.name,
    url: `${appUrl}/`,
    description: site.description,
    inLanguage: "en",
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
  /** Absent for the page itself. */
  path?: string | undefined;
}

/** From the top; the last step is the page itself, whose address search engines know. */
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
  /** Plain text, or HTML of links, lists and emphasis with absolute addresses. */
  answer: string;
}

/** Questions that the page itself shows with their answers. */
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
