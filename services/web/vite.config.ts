import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `built/` is committed: a clone without Node serves it as it is. */
export default defineConfig({
  plugins: [react()],
  build: { outDir: "built", emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
