/**
 * Preloaded by a server process (`node --import`) to make its clock wrong by the number of
 * milliseconds in the file named by CLOCK_ERROR_FILE. Changes to the file take effect immediately.
 */
import { readFileSync } from "node:fs";

const file = process.env.CLOCK_ERROR_FILE;
// The provider inherits this option, but its clock must stay correct.
if (file) setWrong(file);

function setWrong(path: string): void {
  const read = (): number => Number(readFileSync(path, "utf8"));
  let error = read();
  setInterval(() => {
    error = read();
  }, 50).unref();
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: []) =>
      given.length === 0 ? new target(target.now() + error) : Reflect.construct(target, given),
    apply: (target) => new target(target.now() + error).toString(),
    get: (target, name) =>
      name === "now" ? () => target.now() + error : Reflect.get(target, name, target),
  });
}
