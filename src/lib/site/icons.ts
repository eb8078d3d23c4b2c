/** SVG paths of the icons that islands show, for a 24 × 24 view box. */
export const icons = {
  arrow: "M5 12h14M13 6l6 6-6 6",
  book: "M12 6.5C10 5 7 4.5 4 4.5v13c3 0 6 .5 8 2 2-1.5 5-2 8-2v-13c-3 0-6 .5-8 2ZM12 6.5v13",
  calendar: "M4 6.5h16v13H4ZM4 10.5h16M8 4v4M16 4v4",
  check: "M5 12.5 10 17.5 19.5 7",
  close: "M6 6l12 12M18 6 6 18",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 1.5",
  copy: "M9 9h10.5v10.5H9ZM6 15H4.5V4.5H15V6",
  down: "M6 9.5l6 6 6-6",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14",
  hand: "M8 12V6.2a1.4 1.4 0 0 1 2.8 0V11M10.8 10.5V4.9a1.4 1.4 0 0 1 2.8 0V11M13.6 10.5V6.2a1.4 1.4 0 0 1 2.8 0V12M16.4 9.5a1.4 1.4 0 0 1 2.8 0V14a6 6 0 0 1-6 6h-1c-2 0-3.4-.8-4.5-2.5L4.6 13a1.35 1.35 0 0 1 2.2-1.5L8 13",
  leave: "M14 4.5H5v15h9M10 12h10M16.5 8.5 20 12l-3.5 3.5",
  people:
    "M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 19c0-3 2.5-4.8 5.5-4.8s5.5 1.8 5.5 4.8M15.5 5.3a3.25 3.25 0 0 1 0 6M17 14.5c2 .6 3.5 2.2 3.5 4.5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.6-3.8 3.7-5.8 7.5-5.8s6.9 2 7.5 5.8",
  pencil: "M5 19l1-4L16.5 4.5l3 3L9 18l-4 1ZM14 7l3 3",
  play: "M8 5.5v13l10.5-6.5Z",
  plus: "M12 5v14M5 12h14",
  repeat: "M7 6.5h9a4 4 0 0 1 4 4V12M17 17.5H8a4 4 0 0 1-4-4V12M10 3.5l-3 3 3 3M14 14.5l3 3-3 3",
  refresh: "M19 8.5A8 8 0 1 0 20 12M20 4.5v4.5h-4.5",
  chart: "M4 4v16h16M8.5 16.5v-4M12.5 16.5v-8M16.5 16.5v-5.5",
  refund: "M8.5 6 4.5 10l4 4M4.5 10H14a5 5 0 0 1 0 10h-3",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20",
  star: "M12 4l2.4 5 5.5.7-4 3.8 1 5.5-4.9-2.7L7.1 19l1-5.5-4-3.8 5.5-.7Z",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5",
  video: "M4 7h11v10H4ZM15 10.5l5-3v9l-5-3",
  wallet: "M4 7h14.5v12.5H4ZM4 7l11-3v3M14.5 12h5.5v3h-5.5Z",
  voice:
    "M12 4a2.5 2.5 0 0 0-2.5 2.5V12a2.5 2.5 0 0 0 5 0V6.5A2.5 2.5 0 0 0 12 4ZM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3",
} as const;

export type IconName = keyof typeof icons;

/** Icons that point in the reading direction and are therefore mirrored on right-to-left pages. */
const pointing: readonly string[] = ["leave", "refund"];

/** The class that mirrors an icon if necessary, or "". */
export const mirrorClass = (name: string): string =>
  pointing.includes(name) ? "rtl:-scale-x-100" : "";
