/**
 * How long before its start a class may begin, and how long after its end it may continue, in
 * milliseconds. What happens at other times isn't part of the recap, because teachers prepare pages
 * in advance and revisit them afterward.
 */
export const earlyMs = 15 * 60_000;
export const lateMs = 3 * 60 * 60_000;
