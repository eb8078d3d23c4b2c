/** The time and zone by which the age of a recitation is described. */
export interface Clock {
  /** ISO 8601. */
  now: string;
  /** IANA zone of the reader. */
  zone: string;
}
