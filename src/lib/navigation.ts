/** The links of header and footer, in the order in which they stand. */
export interface SiteLink {
  path: string;
  label: string;
  /** Whom the header shows it to; the page's HTML has it for all, and CSS chooses. */
  audience: "all" | "teachers";
}

export const headerLinks: readonly SiteLink[] = [
  { path: "/", label: "Home", audience: "all" },
  { path: "/courses", label: "Courses", audience: "all" },
  { path: "/add-course", label: "Add Course", audience: "teachers" },
];

export const footerLinks: readonly SiteLink[] = [
  { path: "/", label: "Home", audience: "all" },
  { path: "/courses", label: "Courses", audience: "all" },
];

/** Whether a link leads to the page at `path` or to one above it. */
export function leadsTo(link: SiteLink, path: string): boolean {
  return link.path === path || (link.path !== "/" && path.startsWith(`${link.path}/`));
}
