/** The time and zone that are used to describe how long ago a recitation was. */
export interface Clock {
  /** ISO 8601. */
  now: string;
  /** IANA zone of the reader. */
  zone: string;
}
