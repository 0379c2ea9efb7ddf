import { Socket } from "node:net";

/**
 * A socket that sends what is corked within one turn at once: statements that are given together
 * leave in one write, where the driver would make one of each. A write costs as much as deciding on
 * a vote (docs/performance.md).
 */
export class GatheringSocket extends Socket {
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
