import { Socket } from "node:net";

/**
 * A socket that sends all data of one iteration of the event loop in one write. The driver alone would call write for
 * each statement (docs/performance.md).
 */
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
