/** The answer to the question of `ZoneQuestion.astro`. */
import { messageOf } from "#lib/client/api-error.ts";
import { updateProfile } from "#lib/people/people.calls.ts";
import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { nameCity } from "#lib/time/zone-names.ts";
import { keptZones } from "#lib/time/zone-question.ts";
import { getTexts } from "#translations/time-zones.ts";

const t = getTexts("timeZones");

/**
 * Changes the profile's zone to the browser's, or keeps it and reloads the page with times in that
 * zone.
 */
export async function answerZoneQuestion(
  button: HTMLElement,
  reload = () => location.reload(),
): Promise<void> {
  const question = button.closest<HTMLElement>("[data-zone-question]");
  const { browser, profile, role } = question?.dataset ?? {};
  if (!question || !browser || !profile || !role) return;
  if (button.dataset.zone === "keep") {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookie store yet.
    document.cookie = keptZones({ browser, profile });
    reload();
    return;
  }
  try {
    await updateProfile(role as Role, { timeZone: browser });
    say(question, "status", t("question.used", { browser: isolatedInRtl(nameCity(browser)) }));
    question.querySelectorAll("button").forEach((each) => {
      each.remove();
    });
  } catch (error) {
    say(question, "alert", messageOf(error));
  }
}

/** Replaces the question's text, and moves the focus there, because its buttons may disappear. */
function say(question: HTMLElement, role: "status" | "alert", text: string): void {
  const line = question.querySelector("p");
  if (!line) return;
  line.role = role;
  line.tabIndex = -1;
  line.textContent = text;
  line.focus();
}
