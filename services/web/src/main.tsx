import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { Look } from "./Look";
import { SettingsProvider } from "./state/settings";
import "./style.css";
import "./parts.css";
import "./waiting.css";
import "./handover.css";

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <SettingsProvider>
      <Look>
        <App />
      </Look>
    </SettingsProvider>
  </StrictMode>,
);
