/** A state or a kind of change by its shape: nobody has to tell colours apart. */
const SHAPES: Record<string, string> = {
  waiting: "M8 2.5a5.5 5.5 0 1 0 .01 0",
  running: "M8 2.5a5.5 5.5 0 1 1-5.5 5.5",
  done: "M3 8.5l3.5 3.5L13 4.5",
  failed: "M4 4l8 8M12 4l-8 8",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.8",
  skipped: "M3 8h9M9 5l3 3-3 3M13.5 4v8",
  stopped: "M4 4h8v8H4z",
  created: "M8 3v10M3 8h10",
  changed: "M3 13l.8-3L10.5 3.3l2.2 2.2L6 12.2z",
  deleted: "M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.7 8.5h5.6l.7-8.5",
  read: "M1.5 8c3.5-5.5 9.5-5.5 13 0c-3.5 5.5-9.5 5.5-13 0M8 6.2a1.8 1.8 0 1 0 .01 0",
  named: "M3 4.5h10v6H8l-3 2.5v-2.5H3z",
  danger: "M8 2.5L14.5 13.5h-13zM8 6.5v3.5M8 11.5v.7",
};

export function Sign({ of }: { of: string }) {
  return (
    <svg className={`sign ${of}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden>
      <path d={SHAPES[of] ?? ""} />
    </svg>
  );
}
