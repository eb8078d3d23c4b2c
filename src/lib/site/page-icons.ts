/** The icons of pages: those of islands, and others that no island shows, so that no script contains them. */
import { gearIcon } from "./gear-icon.ts";
import { icons as islandIcons, mirrorClass } from "./icons.ts";

export { mirrorClass };

export const icons = {
  ...islandIcons,
  chat: "M4 5.5h16v11h-9l-4 3.5v-3.5H4ZM8.5 9.5h7M8.5 12.5h4.5",
  filter: "M4 7h16M7 12h10M10 17h4",
  gear: gearIcon,
  globe:
    "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM4 12h16M12 4c2.5 2.2 3.5 5 3.5 8s-1 5.8-3.5 8c-2.5-2.2-3.5-5-3.5-8s1-5.8 3.5-8Z",
  heart: "M12 19.5C7 16 4 13 4 9.5A4.2 4.2 0 0 1 12 7.5a4.2 4.2 0 0 1 8 2c0 3.5-3 6.5-8 10Z",
  home: "M4 11.5 12 4.5l8 7M6 10v9.5h4.5v-5h3v5H18V10",
  mail: "M4 6.5h16v11H4ZM4.5 7l7.5 6 7.5-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  receipt: "M6 4.5h12v15.5l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5ZM9 9h6M9 12.5h6",
  screen: "M4 5h16v11H4ZM9 19.5h6M12 16v3.5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
} as const;

export type IconName = keyof typeof icons;
