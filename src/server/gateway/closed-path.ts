/**
 * Whether a canonical path is closed, whatever the framework serves there. Everything that Astro adds
 * by itself (its image service, actions, server islands) is below a folder with an underscore; built
 * files are served before. Astro decodes a path repeatedly, so that one with an encoded percent sign
 * would mean something else to it than to us. None of our paths has one.
 */
export const isClosedPath = (path: string): boolean =>
  path.startsWith("/_") || path.includes("%25");
