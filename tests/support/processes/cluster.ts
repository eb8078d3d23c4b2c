/**
 * Two servers of one deployment, as on two machines. Each has its own port and data folder, and
 * they share a PostgreSQL server, an S3-compatible store and the providers.
 */
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { startSandbox } from "../../../scripts/sandbox.ts";
import type { Child } from "../../../scripts/support/child.ts";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { databaseUrl, runOnServer } from "../database/server-url.ts";
import { type Call, createCall } from "./client.ts";
import { type Market, useDatabase } from "./market.ts";
import { startServerProcess } from "./product.ts";
import { makeDataDir, waitUntilReady } from "./ready.ts";

export interface ClusterNode {
  url: string;
  /** Calls only this server. */
  call: Call;
  process(): Child;
  /** The log output of its processes so far. */
  output(): string;
  /** Restarts the server after it has ended, and waits until it is ready. */
  restart(): Promise<void>;
}

/** `call` works like a load balancer: each request goes to the next server. */
export interface Cluster extends Market {
  nodes: [ClusterNode, ClusterNode];
  /** The shared database, for PostgreSQL's own tools. */
  databaseUrl: string;
  /**
   * Creates another, empty database on the same server, which is dropped with the cluster. @returns
   * its URL.
   */
  addDatabase(): Promise<string>;
  /** Starts a third server on another database, with the same secrets. It ends with the cluster. */
  startOn(databaseUrl: string): Promise<ClusterNode>;
  stop(): Promise<void>;
}

let databases = 0;

/**
 * Starts both servers on an empty database and waits until they are ready. Rate limits are relaxed.
 */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const serverUrl = inject("clusterServerUrl");
  const created: string[] = [];
  const addDatabase = async (): Promise<string> => {
    databases += 1;
    const name = `halaqa_cluster_${process.pid}_${databases}`;
    await runOnServer(serverUrl, `create database ${name}`);
    created.push(name);
    return databaseUrl(serverUrl, name);
  };
  const sharedUrl = await addDatabase();
  const folders = [await makeDataDir(), await makeDataDir()] as const;
  // All machines of a deployment have the same secrets.
  const secrets = loadSecrets(folders[0]);
  await copyFile(join(folders[0], "secrets.json"), join(folders[1], "secrets.json"));

  const ports = [await findFreePort(), await findFreePort()] as const;
  const shared: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    APP_URL: `http://localhost:${ports[0]}`,
    DATABASE_URL: sharedUrl,
    SEED: "none",
    RATE_LIMIT_FACTOR: "1000",
    TRUST_PROXY: "1",
    ...inject("bucket"),
    ...settings,
  };
  const envOf = (index: 0 | 1) => ({
    ...shared,
    PORT: String(ports[index]),
    DATA_DIR: folders[index],
  });
  const sandbox = await startSandbox(getConfig(envOf(0), secrets), secrets, {
    ...envOf(0),
    SANDBOX_PORT: "0",
  });
  const start = (index: 0 | 1) => startNode({ ...envOf(index), ...sandbox.env }, ports[index]);
  const nodes: [ClusterNode, ClusterNode] = [start(0), start(1)];
  const others: ClusterNode[] = [];
  const config = getConfig({ ...envOf(0), ...sandbox.env }, secrets);

  let turn = 0;
  const cluster: Cluster = {
    nodes,
    dataDir: folders[0],
    sandboxUrl: `http://127.0.0.1:${sandbox.env.SANDBOX_PORT}`,
    sandbox: createCall(`http://127.0.0.1:${sandbox.env.SANDBOX_PORT}`),
    call(method, path, options) {
      turn += 1;
      return (turn % 2 === 0 ? nodes[0] : nodes[1]).call(method, path, options);
    },
    withContext: (work) => useDatabase(config, work),
    databaseUrl: sharedUrl,
    addDatabase,
    async startOn(url) {
      const port = await findFreePort();
      const own = { PORT: String(port), DATABASE_URL: url };
      const node = startNode({ ...envOf(1), ...sandbox.env, ...own }, port);
      others.push(node);
      await ready(node);
      return node;
    },
    async stop() {
      await Promise.all([...nodes, ...others].map((node) => node.process().stop()));
      await sandbox.child.stop();
      for (const name of created) {
        await runOnServer(serverUrl, `drop database ${name} with (force)`);
      }
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
  try {
    await Promise.all(nodes.map(ready));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

const ready = (node: ClusterNode) =>
  waitUntilReady(node.url, { process: node.process().process, output: node.output });

function startNode(env: NodeJS.ProcessEnv, port: number): ClusterNode {
  const url = `http://127.0.0.1:${port}`;
  const chunks: string[] = [];
  const start = () => startServerProcess(env, chunks);
  let child = start();
  const node: ClusterNode = {
    url,
    call: createCall(url),
    process: () => child,
    output: () => chunks.join(""),
    async restart() {
      child = start();
      await ready(node);
    },
  };
  return node;
}
