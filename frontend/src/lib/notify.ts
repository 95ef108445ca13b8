import { notifications } from "@mantine/notifications";

import { asApiError } from "@/api/errors";

export function notifyDone(message: string): void {
  notifications.show({ message, autoClose: 4000 });
}

/** An action failed: the API's message and hint, until it is closed by hand. */
export function notifyError(error: unknown): void {
  const { message, hint } = asApiError(error);
  notifications.show({ title: message, message: hint, color: "red", autoClose: 12_000 });
}
