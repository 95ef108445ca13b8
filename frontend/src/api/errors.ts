/** The API's one error shape as an exception: what happened to whom, and what to do next. */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string;
  readonly details: Record<string, unknown>;
  readonly status: number;

  constructor(fields: {
    code: string;
    message: string;
    hint?: string;
    details?: Record<string, unknown>;
    status: number;
  }) {
    super(fields.message);
    this.name = "ApiError";
    this.code = fields.code;
    this.hint = fields.hint ?? "";
    this.details = fields.details ?? {};
    this.status = fields.status;
  }

  /** No answer at all, or one from a proxy that found nobody behind it. */
  get isUnreachable(): boolean {
    return this.code === "api_unreachable";
  }
}

export function unreachable(): ApiError {
  return new ApiError({
    code: "api_unreachable",
    message: "The studio's API does not answer.",
    hint: "It is asked again every few seconds. If this lasts, see whether the server is running.",
    status: 0,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Read an error body; anything that is not the API's shape becomes a plain HTTP error. */
export function readError(body: unknown, status: number): ApiError {
  const inner = isRecord(body) && isRecord(body.error) ? body.error : null;
  if (inner && typeof inner.message === "string") {
    return new ApiError({
      code: typeof inner.code === "string" ? inner.code : "unknown",
      message: inner.message,
      hint: typeof inner.hint === "string" ? inner.hint : "",
      details: isRecord(inner.details) ? inner.details : {},
      status,
    });
  }
  // A development proxy answers 502 or 504 while the API restarts; that is an outage, not an error.
  if (status === 502 || status === 504) return unreachable();
  return new ApiError({
    code: "unexpected_answer",
    message: `The server answered ${status} without saying why.`,
    hint: "The server's log says more.",
    status,
  });
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    code: "interface_error",
    message: error instanceof Error ? error.message : "Something went wrong in the interface.",
    hint: "Reload the page; if it happens again, the browser's console says where.",
    status: 0,
  });
}
