/** Rules of teachers' introductions that islands need without the schemas. */

export const introductionKinds = ["video", "recording"] as const;
export type IntroductionKind = (typeof introductionKinds)[number];

export const videoServices = ["youtube", "vimeo"] as const;
export type VideoService = (typeof videoServices)[number];

export const maxRecordingSeconds = 60;
export const minRecordingSeconds = 2;

/**
 * Recordings are stored as WAV files of 16 bits for each sample and one channel, which all browsers
 * play. The rate keeps the frequencies that distinguish the letters of a recitation.
 */
export const sampleRate = 24_000;
export const bytesPerSecond = sampleRate * 2;

/** The largest file that a browser converts. The browser holds the whole sound in memory. */
export const maxSourceBytes = 30 * 1024 * 1024;

export const maxVideoUrlLength = 300;

/** The page on which teachers change their introduction. */
export const introductionPath = "/dashboard/introduction";

/** The path from which a recording is played. */
export const recordingPath = (id: string): string =>
  `/api/introductions/recordings/${encodeURIComponent(id)}`;
