/** Links to videos at the services that teachers may use. */
import type { VideoService } from "./introductions.rules.ts";

export interface Video {
  service: VideoService;
  /** The address of the video's page, without anything that tracks who shared it. */
  url: string;
}

export const videoServiceNames: Record<VideoService, string> = {
  youtube: "YouTube",
  vimeo: "Vimeo",
};

/** The domains that belong to YouTube, and all below them. */
const youTubeHosts = new Set(["youtube.com", "www.youtube.com", "m.youtube.com"]);

/** Reads a link that was copied from one of the services. Undefined for all others. */
export function readVideo(link: string): Video | undefined {
  const text = link.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" || url.port || url.username || url.password) return undefined;
  const { hostname } = url;
  if (hostname === "youtu.be") return youTube(/^\/([^/]+)\/?$/.exec(url.pathname)?.[1]);
  if (youTubeHosts.has(hostname)) {
    const id =
      url.pathname === "/watch"
        ? url.searchParams.get("v")
        : /^\/(?:shorts|live|embed)\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    return youTube(id);
  }
  if (hostname === "vimeo.com" || hostname === "www.vimeo.com") return vimeo(url.pathname);
  if (hostname === "player.vimeo.com") {
    const hash = url.searchParams.get("h");
    return vimeo(`${url.pathname.replace(/^\/video/, "")}${hash ? `/${hash}` : ""}`);
  }
  return undefined;
}

function youTube(id: string | null | undefined): Video | undefined {
  if (!id || !/^[\w-]{11}$/.test(id)) return undefined;
  return { service: "youtube", url: `https://www.youtube.com/watch?v=${id}` };
}

/** Videos that only people with the link can see have a second part in their path. */
function vimeo(path: string): Video | undefined {
  const [, id, hash] = /^\/(\d{1,15})(?:\/([\da-f]{6,40}))?\/?$/.exec(path) ?? [];
  if (!id) return undefined;
  return { service: "vimeo", url: `https://vimeo.com/${id}${hash ? `/${hash}` : ""}` };
}
