import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const api = process.env.STUDIO_API ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { "/api": { target: api, changeOrigin: false } },
    // The guide screen reads the Markdown files in docs/, beside this folder.
    fs: { allow: [".", "../docs"] },
  },
  build: {
    outDir: "dist",
    target: "es2022",
    manifest: true,
    // The Content-Security-Policy allows no data: fonts and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 1,
    // Tests wait for what should appear; a busy machine may take its time.
    testTimeout: 30_000,
  },
});
