/** Below them, addresses are secrets themselves: calendars, and what guardians read. */
const secretFolders = ["/calendar/", "/progress/"];

/** The path as it may be written down. */
export function loggedPath(path: string): string {
  const folder = secretFolders.find((each) => path.startsWith(each));
  return folder ? `${folder}…` : path;
}
