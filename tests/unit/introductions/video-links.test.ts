import { describe, expect, it } from "vitest";
import { readVideo } from "#lib/introductions/video-links.ts";

const youTube = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";

describe("the link of an introduction", () => {
  it.each([
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&si=tracker&t=10",
    " https://youtube.com/watch?v=dQw4w9WgXcQ ",
    "https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ",
    "https://youtu.be/dQw4w9WgXcQ?si=tracker",
    "https://www.youtube.com/shorts/dQw4w9WgXcQ",
    "https://www.youtube.com/live/dQw4w9WgXcQ",
    "https://www.youtube.com/embed/dQw4w9WgXcQ",
  ])("is stored as the page of the YouTube video: %s", (link) => {
    expect(readVideo(link)).toEqual({ service: "youtube", url: youTube });
  });

  it("is stored as the page of the Vimeo video, with the key of an unlisted one", () => {
    const read = (link: string) => readVideo(link)?.url;
    expect(read("https://vimeo.com/76979871")).toBe("https://vimeo.com/76979871");
    expect(read("https://www.vimeo.com/76979871/?share=copy")).toBe("https://vimeo.com/76979871");
    expect(read("https://vimeo.com/76979871/8272103f6e")).toBe(
      "https://vimeo.com/76979871/8272103f6e",
    );
    expect(read("https://player.vimeo.com/video/76979871?h=8272103f6e")).toBe(
      "https://vimeo.com/76979871/8272103f6e",
    );
  });

  it.each([
    "",
    "dQw4w9WgXcQ",
    "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/watch?v=dQw4w9WgXc",
    "https://www.youtube.com/channel/dQw4w9WgXcQ",
    "https://youtube.com.example.org/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com@example.org/watch?v=dQw4w9WgXcQ",
    "https://user:secret@www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ",
    "https://evilyoutube.com/watch?v=dQw4w9WgXcQ",
    "https://vimeo.com/channels/staffpicks/76979871",
    "https://vimeo.com/abc",
    "javascript:alert(1)//www.youtube.com/watch?v=dQw4w9WgXcQ",
    'https://youtu.be/dQw4w9WgXc"',
  ])("is refused unless it leads to a video on one of the services: %s", (link) => {
    expect(readVideo(link)).toBeUndefined();
  });
});
