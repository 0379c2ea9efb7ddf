import { Socket } from "node:net";

/** Sends all data of one iteration of the event loop in one write, not in one per statement (docs/performance.md). */
export class CoalescingSocket extends Socket {
  #uncorks = 0;

  override uncork(): void {
    this.#uncorks++;
    if (this.#uncorks > 1) return;
    process.nextTick(() => {
      const uncorks = this.#uncorks;
      this.#uncorks = 0;
      for (let n = 0; n < uncorks; n++) super.uncork();
    });
  }
}
