import { type ComponentProps, createContext, useContext } from "react";
import { Button } from "#islands/ui/Button.tsx";

/** Whether the bar's buttons ignore taps, because they have just appeared under the finger. */
export const SettlingContext = createContext(false);

/** A button of the bar. It ignores the second tap of a double tap on the button that was there before. */
export function SettledButton({ onClick, ...rest }: ComponentProps<typeof Button>) {
  const isSettling = useContext(SettlingContext);
  return (
    <Button
      {...rest}
      aria-disabled={isSettling || rest["aria-disabled"]}
      onClick={(event) => {
        if (!isSettling) onClick?.(event);
      }}
    />
  );
}
