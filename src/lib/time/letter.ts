/**
 * The email that is being written. Its times are in the reader's zone, which it names once at the
 * end, and without the year in the current one. Set by the server only.
 */
export interface Letter {
  /** The reader's IANA zone. */
  zone: string;
  /** Set as soon as a time in this zone was written, so that the email has to name it. */
  hasTimes: boolean;
}

let find: () => Letter | undefined = () => undefined;

/** Called once by the server. `look` returns the email that is being written, if there is one. */
export function provideLetter(look: () => Letter | undefined): void {
  find = look;
}

export const findLetter = (): Letter | undefined => find();
