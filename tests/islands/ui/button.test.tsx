import { expect, it, vi } from "vitest";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { render, screen } from "../support/render.tsx";

it("a double click submits a form once", async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const user = render(
    <Form onSubmit={onSubmit} busy={false}>
      <Button type="submit">Save</Button>
    </Form>,
  );
  await user.dblClick(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it("a double click starts an action with a busy state once, and repeats other actions", async () => {
  const [act, step] = [vi.fn(), vi.fn()];
  const user = render(
    <>
      <Button busy={false} onClick={act}>
        Pay
      </Button>
      <Button onClick={step}>Next</Button>
    </>,
  );
  await user.dblClick(screen.getByRole("button", { name: "Pay" }));
  await user.dblClick(screen.getByRole("button", { name: "Next" }));
  expect(act).toHaveBeenCalledOnce();
  expect(step).toHaveBeenCalledTimes(2);
});
