/** The panel beside the page: where there is room, the page keeps the width that is left; else the
 * panel lies over it. Its edge is moved by pointer or arrow keys. */

const WIDTH = 420;
const LEAST = 320;
/** So many pixels are left to the page, or it is not pushed aside. */
const ROOM = 640;
const STEP = 24;

export class Docking {
  private width = WIDTH;
  private open = false;
  private readonly page = document.documentElement;
  private readonly before = this.page.style.marginRight;
  private readonly scrolled = this.page.style.overflow;

  constructor(
    private readonly panel: HTMLElement,
    private readonly edge: HTMLElement,
    /** Never pushes the page aside. */
    private readonly over: boolean,
  ) {
    addEventListener("resize", () => this.lay());
    edge.addEventListener("pointerdown", (event) => {
      edge.setPointerCapture(event.pointerId);
      panel.classList.add("moving");
    });
    edge.addEventListener("pointermove", (event) => {
      if (edge.hasPointerCapture(event.pointerId)) this.resize(innerWidth - event.clientX);
    });
    edge.addEventListener("lostpointercapture", () => panel.classList.remove("moving"));
    edge.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
      if (!step) return;
      event.preventDefault();
      this.resize(this.width + step);
    });
  }

  show(open: boolean): void {
    this.open = open;
    this.lay();
  }

  private resize(width: number): void {
    this.width = Math.round(Math.max(LEAST, Math.min(width, innerWidth - LEAST)));
    this.lay();
  }

  private lay(): void {
    const beside = this.open && !this.over && innerWidth - this.width >= ROOM;
    this.panel.style.width = `min(${this.width}px, 100vw)`;
    this.panel.classList.toggle("beside", beside);
    // Nothing of the page is seen then: its scroll bar would only stand beside the chat's own.
    const covers = this.open && innerWidth <= this.width;
    this.page.style.overflow = covers ? "hidden" : this.scrolled;
    this.page.style.marginRight = beside ? `${this.width}px` : this.before;
    this.edge.setAttribute("aria-valuenow", String(this.width));
  }
}
