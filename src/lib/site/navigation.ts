/** The links in the header and the footer, in order. Their labels are `link.…` in the site's texts. */
import type { SiteTexts } from "#translations/site.ts";

type Name<Key> = Key extends `link.${infer Text}` ? Text : never;

export interface SiteLink {
  path: string;
  name: Name<keyof SiteTexts>;
}

export interface HeaderLink extends SiteLink {
  /** Who sees the link in the header. The HTML contains it for everyone, and CSS hides it. */
  audience: "all" | "teachers" | "signed-in";
}

export const headerLinks: readonly HeaderLink[] = [
  { path: "/", name: "home", audience: "all" },
  { path: "/courses", name: "courses", audience: "all" },
  { path: "/teachers", name: "teachers", audience: "all" },
  { path: "/students", name: "students", audience: "all" },
  { path: "/about", name: "about", audience: "all" },
  { path: "/contact", name: "contact", audience: "all" },
  { path: "/add-course", name: "addCourse", audience: "teachers" },
  { path: "/dashboard", name: "dashboard", audience: "signed-in" },
];

export const footerLinks: readonly SiteLink[] = [
  { path: "/", name: "home" },
  { path: "/courses", name: "courses" },
  { path: "/aboutus", name: "aboutUs" },
  { path: "/contact", name: "contact" },
];

/** Footer links to help and legal pages. */
export const helpLinks: readonly SiteLink[] = [
  { path: "/help", name: "help" },
  { path: "/support", name: "support" },
  { path: "/zoom-documentation", name: "appDocumentation" },
  { path: "/privacy-policy", name: "privacyPolicy" },
  { path: "/terms-of-use", name: "termsOfUse" },
];

/** Whether a link leads to the page at `path` or to one of its parent pages. */
export function leadsTo(link: SiteLink, path: string): boolean {
  return link.path === path || (link.path !== "/" && path.startsWith(`${link.path}/`));
}
