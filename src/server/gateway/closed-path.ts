/**
 * Whether a canonical path is none of ours, whatever the framework has there. Everything that Astro
 * adds by itself (its image service, actions, server islands) is below a folder with an underscore;
 * files of the build are answered before. Astro decodes a path as often as it can, so that one with
 * an encoded percent sign would mean something else to it than to us: no path of ours has one.
 */
export const isClosedPath = (path: string): boolean =>
  path.startsWith("/_") || path.includes("%25");
