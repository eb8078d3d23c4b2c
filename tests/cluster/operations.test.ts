/** Runs the procedures that docs/operations.md describes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { addCourse, addEnrollment } from "../support/courses.ts";
import { addStudent, addTeacher } from "../support/people.ts";
import { type Cluster, type ClusterNode, startCluster } from "../support/processes/cluster.ts";
import { readOnce } from "../support/processes/read.ts";

type Outcome = Awaited<ReturnType<typeof readOnce>>;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.stop());

it("a backup taken under load can be restored elsewhere, and everyone can continue there", async () => {
  const { student, course } = await cluster.withContext(async (context) => {
    const teacher = await addTeacher(context);
    const student = await addStudent(context);
    const course = await addCourse(context, teacher, { title: "Surah Yusuf with its meanings" });
    await addEnrollment(context, student, course);
    return { student, course };
  });
  const folder = await mkdtemp(join(tmpdir(), "halaqa-backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "halaqa.dump");
  const reading = new AbortController();
  const readers = readOn(reading.signal);
  await runTool("pg_dump", ["--format=custom", `--file=${file}`, cluster.databaseUrl]);
  reading.abort();
  await readers;

  const restored = await cluster.addDatabase();
  await runTool("pg_restore", ["--exit-on-error", "--no-owner", `--dbname=${restored}`, file]);
  const server = await cluster.startOn(restored);
  const page = await server.call("GET", `/courses/${course}`);
  expect(page.body).toContain("Surah Yusuf with its meanings");
  // Sessions from before the backup remain valid, so nobody has to log in again.
  const list = await server.call("GET", "/api/enrollment/student/enrollments", student);
  expect(list.body.data).toHaveLength(1);
});

it("servers are replaced one by one under load, and no request fails", async () => {
  const balancer = createBalancer(cluster.nodes);
  const over = new AbortController();
  const answers = new Map<Outcome, number>();
  const visitors = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      for (const path of ["/courses", "/api/courses", "/"]) {
        const status = await balancer.ask(path);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }
  });
  for (const node of cluster.nodes) {
    const process = node.process();
    await balancer.takeOut(node);
    expect(await process.stop()).toBe(0);
    await node.restart();
    balancer.putBack(node);
  }
  over.abort();
  await Promise.all(visitors);
  expect([...answers.keys()]).toEqual([200]);
  expect(answers.get(200)).toBeGreaterThan(0);
});

/** A load balancer that waits for a server's open responses before the server is stopped. */
function createBalancer(nodes: readonly ClusterNode[]) {
  const inTurn = new Set(nodes);
  const underWay = new Map(nodes.map((node) => [node, new Set<Promise<Outcome>>()]));
  let turn = 0;
  return {
    async takeOut(node: ClusterNode): Promise<void> {
      inTurn.delete(node);
      await Promise.all(underWay.get(node) ?? []);
    },
    putBack: (node: ClusterNode) => void inTurn.add(node),
    async ask(path: string): Promise<Outcome> {
      const available = [...inTurn];
      turn += 1;
      const node = available[turn % available.length];
      if (!node) throw new Error("No server is left");
      const asked = readOnce(`${node.url}${path}`);
      underWay.get(node)?.add(asked);
      return asked.finally(() => underWay.get(node)?.delete(asked));
    },
  };
}

async function readOn(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await cluster.call("GET", "/api/courses");
}

async function runTool(program: string, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
