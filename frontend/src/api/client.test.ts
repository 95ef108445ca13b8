import { beforeEach, describe, expect, it, vi } from "vitest";

import { stubApi } from "@/testing/answers";

import { api, unwrap } from "./client";
import { apiReachable, keepToken, tokenWanted } from "./session";

beforeEach(() => {
  sessionStorage.clear();
  apiReachable.set(true);
  tokenWanted.set(false);
});

describe("unwrap", () => {
  it("turns the API's error into an exception with message and hint", async () => {
    stubApi({
      "GET /api/system": {
        status: 503,
        body: {
          error: { code: "database_unavailable", message: "No database.", hint: "Start it." },
        },
      },
    });
    await expect(unwrap(api.GET("/api/system"))).rejects.toMatchObject({
      message: "No database.",
      hint: "Start it.",
      status: 503,
    });
    expect(apiReachable.get()).toBe(true);
  });

  it("asks for a token on 401 and sends it from then on", async () => {
    const made = stubApi({
      "GET /api/system": { status: 401, body: { error: { message: "No." } } },
    });
    await expect(unwrap(api.GET("/api/system"))).rejects.toMatchObject({ status: 401 });
    expect(tokenWanted.get()).toBe(true);
    keepToken("t-1");
    await expect(unwrap(api.GET("/api/system"))).rejects.toThrow();
    expect(made[1]?.headers.get("Authorization")).toBe("Bearer t-1");
  });

  it("knows an API that is away, directly or behind a proxy", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(unwrap(api.GET("/api/system"))).rejects.toMatchObject({ code: "api_unreachable" });
    expect(apiReachable.get()).toBe(false);
    apiReachable.set(true);
    stubApi({ "GET /api/system": { status: 502, body: {} } });
    await expect(unwrap(api.GET("/api/system"))).rejects.toMatchObject({ code: "api_unreachable" });
    expect(apiReachable.get()).toBe(false);
  });
});
