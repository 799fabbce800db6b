import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** `embed.js` runs as a classic script in pages of others, where it must leave no names behind. */
const enclosed: Plugin = {
  name: "enclosed",
  renderChunk: (code, chunk) => (chunk.name === "embed" ? `(() => {\n${code}\n})();\n` : null),
};

/** That script is one file: what it has in common with the page is put into both. */
const apart: Plugin = {
  name: "apart",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (source !== "./tools" || !importer?.endsWith("/embed/offering.ts")) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && `${found.id}?apart`;
  },
};

/** `built/` is committed: a clone without Node serves it as it is. */
export default defineConfig({
  plugins: [react(), apart, enclosed],
  build: {
    outDir: "built",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", embed: "src/embed/loader.ts" },
      output: {
        entryFileNames: (chunk) => (chunk.name === "embed" ? "embed.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
