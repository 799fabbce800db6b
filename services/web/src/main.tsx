import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Look } from "./Look";
import { Done } from "./parts/Done";
import { Screens } from "./Screens";
import { SettingsProvider } from "./state/settings";
import "./style.css";
import "./parts.css";
import "./waiting.css";
import "./everyday.css";
import "./handover.css";
import "./page-tools.css";

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <SettingsProvider>
      <Look>
        <Screens />
        <Done />
      </Look>
    </SettingsProvider>
  </StrictMode>,
);
