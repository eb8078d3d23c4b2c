/** The S3-compatible store for uploads. Without it, they are in the data folder. */
import type { Environment } from "./environment.ts";

export interface S3Config {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export function getS3(environment: Environment): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = environment;
  if (!bucket) return undefined;
  return {
    bucket,
    endpoint,
    region,
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? "",
  };
}

export function findMissingS3Keys(environment: Environment): string[] {
  if (!environment.S3_BUCKET) return [];
  return (["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    .filter((name) => !environment[name])
    .map((name) => `${name} is required with S3_BUCKET`);
}
