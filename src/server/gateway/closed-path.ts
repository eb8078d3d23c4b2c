/**
 * Whether a canonical path is never passed to the framework. Astro's own endpoints (image service,
 * actions, server islands) are in folders that start with an underscore. Built files in such
 * folders are served earlier. Astro decodes paths repeatedly, so it would interpret an encoded
 * percent sign differently than we do. None of our paths contains one.
 */
export const isClosedPath = (path: string): boolean =>
  path.startsWith("/_") || path.includes("%25");
