/**
 * Names of time zones: those of IANA, as in 'America/New York', in every language. Chromium doesn't
 * have the translated names of most places, so its names would differ from the server's.
 */
export const nameZone = (zone: string): string => zone.replaceAll("_", " ");

/** The place in a zone's name: 'New York'. */
export const nameCity = (zone: string): string => nameZone(zone.slice(zone.lastIndexOf("/") + 1));
