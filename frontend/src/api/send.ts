import { noteAnswer } from "./client";
import { readError, unreachable } from "./errors";
import { apiReachable, authorization } from "./session";

/**
 * POST a form, or bytes under their own type, and report how many bytes have gone out. Throws
 * `ApiError`, or an `AbortError` once `signal` calls it back.
 * XMLHttpRequest, because fetch does not tell how much has been sent.
 */
export function send<Answer>(
  path: string,
  body: FormData | Blob,
  onProgress: (sentBytes: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of Object.entries(authorization()))
      request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onerror = () => {
      apiReachable.set(false);
      reject(unreachable());
    };
    request.onload = () => {
      noteAnswer(request.status);
      const answer: unknown = request.response;
      if (request.status >= 200 && request.status < 300) resolve(answer as Answer);
      else reject(readError(answer, request.status));
    };
    request.onabort = () => reject(new DOMException("Called back.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
