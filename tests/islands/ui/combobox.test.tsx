import { configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Combobox } from "#islands/ui/form/Combobox.tsx";

// Loading the library can take long on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

const cities = ["Cairo", "Karachi", "London"].map((label) => ({
  value: label.toLowerCase(),
  label,
  content: label,
}));

it("a combobox shows its value before its library has loaded, and keeps the focus", async () => {
  const onChange = vi.fn();
  const search = (typed: string) => cities.filter(({ label }) => label.includes(typed));
  render(
    <Combobox label="City" value="cairo" onChange={onChange} search={search} nothing="No cities" />,
  );
  const early = screen.getByLabelText<HTMLInputElement>("City");
  expect(early.value).toBe("Cairo");
  expect(early.readOnly).toBe(true);
  early.focus();
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "City" });
  expect(field.value).toBe("Cairo");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.type(field, "Kar{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("karachi");
});
