/** The headers of every response, regardless of which part sends it. */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import { introductionPath } from "#lib/introductions/introductions.rules.ts";
import { splitLanguagePrefix } from "#lib/languages.ts";
import { zoomAppPath } from "#lib/zoom-app/zoom-app.rules.ts";
import type { Config } from "../config/config.ts";
import { createMeetingProviders } from "../providers/meetings/meeting-providers.ts";

export interface SecurityHeaders {
  /** Alternating names and values for `writeHead`, without the Content-Security-Policy. */
  common: readonly string[];
  /**
   * Like `common`, for a path. Images that other sites embed, the app page, and the page with the
   * recorder have different headers.
   */
  commonAt(path: string): readonly string[];
  /** The Content-Security-Policy for responses that aren't documents. */
  dataPolicy: string;
  /**
   * The Content-Security-Policy for documents: our own directives, with the hashes that Astro
   * generated for the scripts and styles of this page. Only the app page, and the console's previews
   * of emails, can be shown in frames.
   */
  pagePolicy(astroPolicy?: string, path?: string): string;
}

type ResourcePolicy = HelmetOptions["crossOriginResourcePolicy"];

/**
 * Chat apps and feed readers embed these images in their own pages: share images and the site's
 * icon. They contain no personal data.
 */
const previews = /^\/(share|icons)\/[^?]+\.png$|^\/favicon\.(ico|svg)$/;

/** Emails in a frame of the console. They have inline styles, as email programs require. */
const mailPreview = /^\/staff\/letters\/[\w-]+\/preview$/;
const mailPreviewPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

const year = 365 * 24 * 60 * 60;

export function createSecurityHeaders(config: Config): SecurityHeaders {
  const directives = pageDirectives(config);
  const policies = new Map<string, string>();
  const common = (crossOriginResourcePolicy: ResourcePolicy, microphone: "()" | "(self)" = "()") =>
    readHeaders(
      helmet({
        crossOriginResourcePolicy,
        contentSecurityPolicy: false,
        referrerPolicy: { policy: "strict-origin-when-cross-origin" },
        strictTransportSecurity: config.https && { maxAge: year, includeSubDomains: false },
        // The policy's `frame-ancestors` directive replaces this.
        xFrameOptions: false,
        // Omitted to save bytes in responses from memory. They are for browsers that are no longer
        // used (Internet Explorer, Flash), or repeat browser defaults.
        originAgentCluster: false,
        xDownloadOptions: false,
        xPermittedCrossDomainPolicies: false,
        xXssProtection: false,
        xDnsPrefetchControl: false,
      }),
      microphone,
    );
  const ofOurs = common({ policy: "same-origin" });
  const ofPreviews = common({ policy: "cross-origin" });
  const ofRecorder = common({ policy: "same-origin" }, "(self)");
  // Zoom's client shows no page without this header. Browsers ignore it without HTTPS.
  const ofAppPage = config.https ? ofOurs : [...ofOurs, ...appPageHeaders];
  const inZoom = new Map(directives).set("frame-ancestors", zoomFrames(config));
  return {
    common: ofOurs,
    commonAt(path) {
      if (previews.test(path)) return ofPreviews;
      if (path === zoomAppPath) return ofAppPage;
      return splitLanguagePrefix(path).path === introductionPath ? ofRecorder : ofOurs;
    },
    dataPolicy: "default-src 'none'; frame-ancestors 'none'",
    pagePolicy(astroPolicy = "", path) {
      if (path !== undefined && mailPreview.test(path)) return mailPreviewPolicy;
      if (path === zoomAppPath) return mergePolicies(inZoom, astroPolicy);
      const made = policies.get(astroPolicy);
      if (made) return made;
      const policy = mergePolicies(directives, astroPolicy);
      if (policies.size >= 500) policies.clear();
      policies.set(astroPolicy, policy);
      return policy;
    },
  };
}

const appPageHeaders = ["Strict-Transport-Security", `max-age=${year}`];

/**
 * The origins whose pages may show the app in a frame: Zoom's web client, or in a demo the sandbox,
 * by both names of this machine. Zoom's other clients use no frame.
 */
function zoomFrames({ zoom }: Config): string {
  if (!zoom.sandbox) return "https://zoom.us https://*.zoom.us";
  const { port } = new URL(zoom.oauthBase);
  return `http://127.0.0.1:${port} http://localhost:${port}`;
}

/** The origins that a page's forms may post or redirect to: our own API and the providers' pages. */
function formTargets(config: Config): string[] {
  const { stripe } = config;
  const payments = stripe.sandbox
    ? [new URL(stripe.apiBase).origin]
    : ["https://checkout.stripe.com", "https://connect.stripe.com", "https://billing.stripe.com"];
  const meetings = createMeetingProviders(config).map(
    (provider) => new URL(provider.authorizeUrl("", "")).origin,
  );
  return [...new Set([...payments, ...meetings])];
}

function pageDirectives(config: Config): Map<string, string> {
  const audioHost = config.audio?.baseUrl;
  return new Map([
    ["default-src", "'self'"],
    ["script-src", "'self'"],
    ["style-src", "'self'"],
    // The reader's style sheet contains the font of the Quran.
    ["font-src", "'self' data:"],
    ["img-src", "'self' data:"],
    // The player loads the next verse before it is needed, and plays it from memory.
    ["connect-src", audioHost ? `'self' ${audioHost}` : "'self'"],
    // Teachers hear what they have recorded before it is published.
    ["media-src", ["'self'", "blob:", ...(audioHost ? [audioHost] : [])].join(" ")],
    ["form-action", ["'self'", ...formTargets(config)].join(" ")],
    ["base-uri", "'none'"],
    ["object-src", "'none'"],
    ["frame-ancestors", "'none'"],
  ]);
}

/** Astro's directives replace ours of the same name. */
function mergePolicies(ours: ReadonlyMap<string, string>, astroPolicy: string): string {
  const merged = new Map(ours);
  for (const directive of astroPolicy.split(";")) {
    const [name, ...values] = directive.trim().split(/\s+/);
    if (name) merged.set(name, values.join(" "));
  }
  return [...merged].map(([name, value]) => `${name} ${value}`).join("; ");
}

/** Helmet's headers don't depend on the request, so they are computed once. */
function readHeaders(middleware: ReturnType<typeof helmet>, microphone: "()" | "(self)"): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) => [
    toHeaderCase(name),
    String(value),
  ]);
  // Helmet doesn't set this header. It prevents injected scripts from using features that our pages
  // don't need.
  return [
    ...headers,
    "Permissions-Policy",
    `camera=(), geolocation=(), microphone=${microphone}, payment=(), usb=()`,
  ];
}

const toHeaderCase = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Pages with a secret in their URL set their own referrer policy. */
export const isOwnHeader = (name: string, headers: OutgoingHttpHeaders): boolean =>
  name === "Referrer-Policy" && headers["referrer-policy"] !== undefined;

/** The names and values of headers that alternate in a list. */
export function* pairs(headers: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i < headers.length; i += 2) yield [headers[i] ?? "", headers[i + 1] ?? ""];
}
