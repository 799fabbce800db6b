import { ConfigProvider, theme } from "antd";
import type { ReactNode } from "react";
import { useSettings } from "./state/settings";

const FONT = 'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", sans-serif';

/** The components' colours and measures; the page's own are the variables of style.css. */
export function Look({ children }: { children: ReactNode }) {
  const { dark } = useSettings();
  const token = {
    colorPrimary: dark ? "#5cc8a4" : "#0f6e56",
    colorLink: dark ? "#5cc8a4" : "#0f6e56",
    colorError: dark ? "#f08a80" : "#b3261e",
    colorSuccess: dark ? "#5cc8a4" : "#0f6e56",
    colorBgContainer: dark ? "#1c1f21" : "#ffffff",
    colorText: dark ? "#e6e7e8" : "#1b1f22",
    colorTextDescription: dark ? "#a3a9ad" : "#5b6469",
    colorTextPlaceholder: dark ? "#979ea3" : "#666f74",
    colorBorder: dark ? "#3b4145" : "#cfd4d7",
    borderRadius: 6,
    fontFamily: FONT,
    motion: false,
  };
  const components = {
    Button: {
      primaryShadow: "none", defaultShadow: "none", dangerShadow: "none", primaryColor: dark ? "#06251c" : "#ffffff",
      dangerColor: dark ? "#33100c" : "#ffffff",
    },
  };
  const algorithm = dark ? theme.darkAlgorithm : theme.defaultAlgorithm;
  return (
    <ConfigProvider theme={{ algorithm, token, components }} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
