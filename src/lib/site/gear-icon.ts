/** The gear, which one island shows. It is not among the icons of all islands, because it is the longest path. */
export const gearIcon =
  "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 3.5l1 2.6 2.2.9 2.5-1.2 1.5 1.5-1.2 2.5.9 2.2 2.6 1-2.6 1-.9 2.2 1.2 2.5-1.5 1.5-2.5-1.2-2.2.9-1 2.6-1-2.6-2.2-.9-2.5 1.2-1.5-1.5 1.2-2.5-.9-2.2-2.6-1 2.6-1 .9-2.2-1.2-2.5 1.5-1.5 2.5 1.2 2.2-.9Z";
