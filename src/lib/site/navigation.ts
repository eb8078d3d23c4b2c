/** The links in the header and the footer, in order. */
export interface SiteLink {
  path: string;
  label: string;
  /** Who sees the link in the header. The HTML contains it for everyone, and CSS hides it. */
  audience: "all" | "teachers" | "signed-in";
}

export const headerLinks: readonly SiteLink[] = [
  { path: "/", label: "Home", audience: "all" },
  { path: "/courses", label: "Courses", audience: "all" },
  { path: "/teachers", label: "Teachers", audience: "all" },
  { path: "/students", label: "Students", audience: "all" },
  { path: "/about", label: "About", audience: "all" },
  { path: "/contact", label: "Contact", audience: "all" },
  { path: "/add-course", label: "Add Course", audience: "teachers" },
  { path: "/dashboard", label: "Dashboard", audience: "signed-in" },
];

export interface FooterLink {
  path: string;
  label: string;
}

export const footerLinks: readonly FooterLink[] = [
  { path: "/", label: "Home" },
  { path: "/courses", label: "Courses" },
  { path: "/aboutus", label: "About Us" },
  { path: "/contact", label: "Contact" },
];

/** Footer links to help and legal pages. */
export const helpLinks: readonly FooterLink[] = [
  { path: "/support", label: "Support" },
  { path: "/zoom-documentation", label: "App Documentation" },
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/terms-of-use", label: "Terms of Use" },
];

/** Whether a link leads to the page at `path` or to one of its parent pages. */
export function leadsTo(link: FooterLink, path: string): boolean {
  return link.path === path || (link.path !== "/" && path.startsWith(`${link.path}/`));
}
