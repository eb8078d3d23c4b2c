/** The headers that every answer carries, whoever makes it. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import type { Config } from "../config/config.ts";

export interface SecurityHeaders {
  /** Names and values in turn, as `writeHead` takes them; without the content security policy. */
  common: readonly string[];
  /** The same for what stands at a path: pictures that other sites show have theirs. */
  commonAt(path: string): readonly string[];
  /** For answers that are not documents. */
  dataPolicy: string;
  /**
   * For documents: our own directives with the hashes of the scripts and styles that Astro wrote
   * into this page.
   */
  pagePolicy(astroPolicy?: string): string;
}

export type SecurityConfig = Pick<Config, "https" | "stripe" | "zoom">;

type ResourcePolicy = HelmetOptions["crossOriginResourcePolicy"];

/**
 * Chat programs and feed readers show these within their own pages, in the reader's browser: share
 * images, and the site's icon beside its name. They say nothing of who is looking.
 */
const previews = /^\/(share|icons)\/[^?]+\.png$|^\/favicon\.(ico|svg)$/;

const year = 365 * 24 * 60 * 60;

export function createSecurityHeaders(config: SecurityConfig): SecurityHeaders {
  const directives = pageDirectives(config);
  const policies = new Map<string, string>();
  const common = (crossOriginResourcePolicy: ResourcePolicy) =>
    readHeaders(
      helmet({
        crossOriginResourcePolicy,
        contentSecurityPolicy: false,
        referrerPolicy: { policy: "strict-origin-when-cross-origin" },
        strictTransportSecurity: config.https && { maxAge: year, includeSubDomains: false },
        // The policy's `frame-ancestors` says it better.
        xFrameOptions: false,
        // Every byte counts in answers from memory: these are for browsers that nobody has any more
        // (Internet Explorer, Flash), or ask for what browsers do anyway.
        originAgentCluster: false,
        xDownloadOptions: false,
        xPermittedCrossDomainPolicies: false,
        xXssProtection: false,
        xDnsPrefetchControl: false,
      }),
    );
  const ofOurs = common({ policy: "same-origin" });
  const ofPreviews = common({ policy: "cross-origin" });
  return {
    common: ofOurs,
    commonAt: (path) => (previews.test(path) ? ofPreviews : ofOurs),
    dataPolicy: "default-src 'none'; frame-ancestors 'none'",
    pagePolicy(astroPolicy = "") {
      const made = policies.get(astroPolicy);
      if (made) return made;
      const policy = mergePolicies(directives, astroPolicy);
      if (policies.size >= 500) policies.clear();
      policies.set(astroPolicy, policy);
      return policy;
    },
  };
}

/** Where forms of a page may lead, redirects included: our own calls and the providers' pages. */
function formTargets({ stripe, zoom }: SecurityConfig): string[] {
  const payments = stripe.sandbox
    ? [new URL(stripe.apiBase).origin]
    : ["https://checkout.stripe.com", "https://connect.stripe.com"];
  return [...new Set([...payments, new URL(zoom.oauthBase).origin])];
}

function pageDirectives(config: SecurityConfig): Map<string, string> {
  return new Map([
    ["default-src", "'self'"],
    ["script-src", "'self'"],
    ["style-src", "'self'"],
    ["img-src", "'self' data:"],
    ["connect-src", "'self'"],
    ["form-action", ["'self'", ...formTargets(config)].join(" ")],
    ["base-uri", "'none'"],
    ["object-src", "'none'"],
    ["frame-ancestors", "'none'"],
  ]);
}

/** Astro's directives stand in for ours of the same name. */
function mergePolicies(ours: ReadonlyMap<string, string>, astroPolicy: string): string {
  const merged = new Map(ours);
  for (const directive of astroPolicy.split(";")) {
    const [name, ...values] = directive.trim().split(/\s+/);
    if (name) merged.set(name, values.join(" "));
  }
  return [...merged].map(([name, value]) => `${name} ${value}`).join("; ");
}

/** What helmet sets never depends on the request, so it is asked once. */
function readHeaders(middleware: ReturnType<typeof helmet>): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) => [
    toHeaderCase(name),
    String(value),
  ]);
  // Helmet leaves this one out: what no page of ours needs, no injected script gets either.
  return [
    ...headers,
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  ];
}

const toHeaderCase = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
