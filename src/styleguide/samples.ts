/** Sample data of the style guide. */
export const colors = [
  { name: "base-100", look: "bg-base-100" },
  { name: "base-200", look: "bg-base-200" },
  { name: "base-300", look: "bg-base-300" },
  { name: "sand", look: "sand" },
  { name: "primary", look: "bg-primary text-primary-content" },
  { name: "secondary", look: "bg-secondary text-secondary-content" },
  { name: "accent", look: "bg-accent text-accent-content" },
  { name: "deep", look: "deep" },
  { name: "info", look: "bg-info text-info-content" },
  { name: "success", look: "bg-success text-success-content" },
  { name: "warning", look: "bg-warning text-warning-content" },
  { name: "error", look: "bg-error text-error-content" },
];

export const typeScale = [
  { name: "text-display: headline of a landing page", look: "text-display font-[650]" },
  { name: "text-title: title of any other page", look: "text-title font-[650]" },
  { name: "text-heading: section of a page", look: "text-heading font-[650]" },
  { name: "text-subheading: card or subsection", look: "text-subheading font-[650]" },
  { name: "text-lead: introduction below a title", look: "text-lead" },
  { name: "text-base: body text", look: "text-base" },
  { name: "text-sm: facts, labels, header and footer links", look: "text-sm" },
];

export const levels = ["Beginner", "Intermediate", "Advanced"];

export const rows = [
  ["Monday", "09:00-10:00", "All Available"],
  ["Tuesday", "17:30-18:30", "1 Booked / 2 Total"],
  ["Wednesday", "", "No Slots"],
];
