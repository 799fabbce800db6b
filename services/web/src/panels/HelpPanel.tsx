import { useOwnWords } from "../owner/words";
import { en, zh } from "../text/help";

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const CTRL = MAC ? "⌘" : "Ctrl";
const ROWS: [string[][], keyof typeof zh][] = [
  [[[CTRL, "K"]], "helpOpen"],
  [[["/"]], "helpFocus"],
  [[["Enter"]], "helpSend"],
  [[["Shift", "Enter"]], "helpLine"],
  [[[CTRL, "Enter"]], "helpAgree"],
  [[["↑"], ["↓"]], "helpRecall"],
  [[["Tab"]], "helpBlank"],
  [[[CTRL, "Shift", "O"]], "helpNew"],
  [[[CTRL, "Shift", "⌫"]], "helpStop"],
  [[["Esc"]], "helpEscape"],
  [[["?"]], "helpThis"],
];

/** The keys that the page listens to. */
export default function HelpPanel() {
  const t = useOwnWords({ zh, en });
  return (
    <dl className="keys">
      {ROWS.map(([ways, key]) => (
        <div key={key}>
          <dt>
            {ways.map((keys, number) => (
              <span key={keys.join()}>{number > 0 ? ` ${t("or")} ` : ""}{keys.map((one, place) => <span key={one}>{place > 0 ? " + " : ""}<kbd>{one}</kbd></span>)}</span>
            ))}
          </dt>
          <dd>{t(key)}</dd>
        </div>
      ))}
    </dl>
  );
}
