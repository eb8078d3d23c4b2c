/** Reading environment variables one by one, so that all problems can be told at once. */

export type Environment = Record<string, string | undefined>;

/** Turns a variable's text into its value; undefined when the text is not usable. */
type Parse<T> = (text: string) => T | undefined;

export interface EnvironmentReader {
  problems: string[];
  /** The text, or undefined when the variable is unset or empty. */
  text(name: string): string | undefined;
  /** The parsed value, or the fallback; an unusable text is noted as a problem. */
  read<T>(name: string, parse: Parse<T>, fallback: T, wanted: string): T;
  /** An origin such as `https://halaqa.example`, without a slash at the end. */
  origin(name: string, fallback: string): string;
}

export function createEnvironmentReader(env: Environment): EnvironmentReader {
  const problems: string[] = [];
  const text = (name: string): string | undefined => env[name] || undefined;
  function read<T>(name: string, parse: Parse<T>, fallback: T, wanted: string): T {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = parse(given);
    if (value !== undefined) return value;
    problems.push(`${name} must be ${wanted}; it is ${JSON.stringify(given)}`);
    return fallback;
  }
  const wantedOrigin = "an http(s) address without a path, e.g. https://halaqa.example";
  return {
    problems,
    text,
    read,
    origin: (name, fallback) => read(name, parseOrigin, fallback, wantedOrigin),
  };
}

export function wholeNumber(minimum: number, maximum: number): Parse<number> {
  return (text) => (/^\d+$/.test(text) ? within(Number(text), minimum, maximum) : undefined);
}

export function decimal(minimum: number, maximum: number): Parse<number> {
  return (text) =>
    /^\d+(\.\d+)?$/.test(text) ? within(Number(text), minimum, maximum) : undefined;
}

export function oneOf<const T extends string>(...values: T[]): Parse<T> {
  return (text) => values.find((value) => value === text);
}

export function isLoopback(url: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}

function within(value: number, minimum: number, maximum: number): number | undefined {
  return value >= minimum && value <= maximum ? value : undefined;
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
  return isOrigin ? url.origin : undefined;
}
