/** Compares the cost of a log-in with that of the password hash alone. */
import { hash, verify } from "@node-rs/argon2";
import { demoPassword } from "#server/demo/demo-shapes.ts";
import { measure, median, writeScript } from "./load.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const rounds = 3;
const seconds = 5;
const goal = 0.8;
// One per hashing thread, because further requests would only wait.
const connections = 4;

const logIn = (origin: string) => `
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Origin"] = "${origin}"
wrk.body = '{"email":"student@halaqa.test","password":"${demoPassword}"}'
`;

export async function measureLogIn(site: BenchSite): Promise<Row> {
  const script = await writeScript(site.folder, "log-in", logIn(site.url));
  const url = `${site.url}/api/auth/login`;
  const found: { share: number; perSecond: number; alone: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await countVerifications();
    const { perSecond, failures } = await measure({ url, script, connections, seconds });
    if (failures > 0) throw new Error(`${failures} log-ins failed under load`);
    found.push({ share: perSecond / alone, perSecond, alone });
  }
  const share = median(found.map((each) => each.share));
  const perSecond = median(found.map((each) => each.perSecond));
  const alone = median(found.map((each) => each.alone));
  return {
    what: "POST /api/auth/login against argon2 alone",
    goal: `≥ ${goal}`,
    measured: `${share.toFixed(2)} (${perSecond.toFixed(0)}/s of ${alone.toFixed(0)}/s)`,
    met: share >= goal,
  };
}

/** Measures verifications per second, with as many in parallel as there are connections. */
async function countVerifications(): Promise<number> {
  const stored = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const verifyUntilEnd = async () => {
    while (performance.now() < end) {
      await verify(stored, demoPassword);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, verifyUntilEnd));
  return done / seconds;
}
