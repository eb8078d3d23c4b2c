/** Weekly hours on a page, shown by the clock of whoever reads it. Runs in the browser only. */

/**
 * Moves the hours of a week, rendered by the clock of the zone that its `data-zone` names, to the
 * viewer's clock. What it was before stays beside it where it differs. The marks that it reads:
 * `data-day` on each day's row, `data-slot` on each slot with two `<time>` and a hidden
 * `data-theirs`, and `data-note` on the line that names the zone.
 */
export function showViewerWeek(week: HTMLElement, zone: string): void {
  const theirZone = week.dataset.zone ?? "";
  const slots = [...week.querySelectorAll<HTMLElement>("[data-slot]")];
  const note = week.querySelector("[data-note]");
  if (zone === theirZone || !note) return;
  const format = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  });
  const read = (time: HTMLTimeElement) => {
    const parts = format.formatToParts(new Date(time.dateTime));
    const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? "";
    return { day: part("weekday"), clock: `${part("hour")}:${part("minute")}` };
  };
  const moved = slots.map((slot) => {
    const times = [...slot.querySelectorAll("time")];
    const own = times.map(read);
    const theirs = slot.querySelector<HTMLElement>("[data-theirs]");
    const words = `${own[0]?.day} ${own.map(({ clock }) => clock).join("-")}`;
    if (theirs) theirs.hidden = theirs.dataset.theirs === words;
    for (const [index, time] of times.entries()) time.textContent = own[index]?.clock ?? "";
    return { slot, ...own[0] };
  });
  moved.sort((a, b) => ((a.clock ?? "") < (b.clock ?? "") ? -1 : 1));
  for (const row of week.querySelectorAll<HTMLElement>("[data-day]")) {
    const here = moved.filter(({ day }) => day === row.dataset.day);
    row.querySelector("ul")?.append(...here.map(({ slot }) => slot));
    row.hidden = here.length === 0;
  }
  const name = (id: string) => id.replaceAll("_", " ");
  note.textContent = `Your time zone: ${name(zone)}. The teacher's: ${name(theirZone)}.`;
}
