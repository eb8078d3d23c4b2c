/** Sample data of the style guide. */
export const colours = [
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
  { name: "text-display: the first words of a landing page", look: "text-display font-[650]" },
  { name: "text-title: the title of any other page", look: "text-title font-[650]" },
  { name: "text-heading: a part of a page", look: "text-heading font-[650]" },
  { name: "text-subheading: a card, a part of a part", look: "text-subheading font-[650]" },
  { name: "text-lead: the sentence below a title", look: "text-lead" },
  { name: "text-base: what one reads", look: "text-base" },
  { name: "text-sm: facts, labels, links of the frame", look: "text-sm" },
];

export const levels = ["Beginner", "Intermediate", "Advanced"];

export const rows = [
  ["Monday", "09:00-10:00", "All Available"],
  ["Tuesday", "17:30-18:30", "1 Booked / 2 Total"],
  ["Wednesday", "", "No Slots"],
];
