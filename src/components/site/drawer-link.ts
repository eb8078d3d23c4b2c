/** The classes of a link in a drawer of the header. */
export const drawerLink =
  "flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-base-200 aria-[current]:bg-base-200 aria-[current]:text-secondary";
