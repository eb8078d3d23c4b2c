import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { quickStart } from "../support/setup/quick-start-env.ts";
import { openMarket } from "./support/market-day.ts";
import { createRandom } from "./support/random.ts";
import {
  findContradictions,
  findOverbooked,
  findUnsettled,
  readRecords,
} from "./support/records/audit.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";

const seed = Number(process.env.FAULT_SEED || Date.now() % 2 ** 32);
const settling = { timeout: 300_000, interval: 500 };
const minute = 60_000;
const preload = join(import.meta.dirname, "..", "support", "processes", "clock.ts");

let folder: string;
let product: Product;
setUpForFile(
  async () => {
    folder = await mkdtemp(join(tmpdir(), "halaqa-clock-"));
    await setClock(0);
    product = await startProduct({
      LOG_LEVEL: "error",
      NODE_OPTIONS: `${quickStart.NODE_OPTIONS} --import=${pathToFileURL(preload)}`,
      CLOCK_ERROR_FILE: join(folder, "error"),
    });
  },
  async () => {
    await product?.stop();
    await rm(folder, { recursive: true });
  },
);

/**
 * Changes the error of the server's clock. The provider's and the database's clocks stay correct.
 */
async function setClock(error: number): Promise<void> {
  await writeFile(join(folder, "next"), String(error));
  await rename(join(folder, "next"), join(folder, "error"));
}

it("the records agree after the clock jumped while people enrolled, paid and were refunded", async () => {
  const label = `FAULT_SEED=${seed}`;
  const random = createRandom(seed);
  const day = await openMarket(product, { students: 8, courses: 2, seats: 3 });
  // Exceeds the lifetime of tokens, holds and signatures, by minutes and by days, in both
  // directions.
  const errors = [0, 10, 0, -10, 0, 45, -45, 0, 3 * 24 * 60, 0].map((error) => error * minute);
  const steps = pickSize(1, 3);
  for (let step = 0; step < steps; step += 1) {
    for (const error of errors) {
      await setClock(error);
      const over = new AbortController();
      const acting = day.act(random.branch(), over.signal);
      await pause(pickSize(800, 2_000));
      over.abort();
      await acting;
      expect(await findOverbooked(product), label).toEqual([]);
    }
  }
  await setClock(0);
  await pause(100);
  const unsettled = async () => findUnsettled(await readRecords(product));
  await expect.poll(unsettled, { ...settling, message: label }).toEqual([]);
  await day.finish(random);
  await expect.poll(unsettled, { ...settling, message: label }).toEqual([]);
  const records = await readRecords(product);
  expect(await findContradictions(product), label).toEqual([]);
  expect(await findOverbooked(product), label).toEqual([]);
  // Rejected access tokens are expected: by the wrong clock they have expired or aren't valid yet.
  expect(
    day.wrong.filter((answer) => !answer.includes(": 401 ")),
    label,
  ).toEqual([]);
  // The provider rejects checkouts that would end too early, and users are asked to try again. The
  // provider quotes the parameter's name, which is not logged.
  const logged = product.output().split("\n").filter(Boolean);
  expect(logged.filter((line) => !line.includes("timestamp must be"))).toEqual([]);
  const { charges, refunds } = records.ledger;
  expect(charges.length).toBeGreaterThan(0);
  report({
    fault: `the server's clock steps by 10 and 45 minutes and by 3 days, forth and back (${label})`,
    times: `${steps * errors.length} steps`,
    found: `${charges.length} charges, ${refunds.length} refunds, no contradiction, no seat too many; 503 where the provider takes no such checkout`,
  });
});
