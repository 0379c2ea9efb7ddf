interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** What happens at simulated times, in microseconds. Events of one time happen in the order they were added. */
export class Agenda {
  now = 0;
  private readonly heap: Event[] = [];
  private added = 0;

  after(us: number, act: () => void): void {
    this.push({ at: this.now + us, order: this.added++, act });
  }

  run(untilUs: number): void {
    for (;;) {
      const [next] = this.heap;
      if (next === undefined || next.at > untilUs) break;
      this.pop();
      this.now = next.at;
      next.act();
    }
    this.now = untilUs;
  }

  private push(event: Event): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      const sooner = right !== undefined && isBefore(right, left) ? right : left;
      if (sooner === right) child++;
      if (!isBefore(sooner, last)) break;
      heap[at] = sooner;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** CPUs that process work in the order of arrival. */
export class Processors {
  busyUs = 0;
  private readonly waiting: { us: number; since: number; done: () => void }[] = [];
  private next = 0;
  private running = 0;

  constructor(
    private readonly agenda: Agenda,
    private readonly cores: number,
    private readonly waited: (us: number) => void = () => {},
  ) {}

  run(us: number, done: () => void): void {
    this.waiting.push({ us, since: this.agenda.now, done });
    this.start();
  }

  private start(): void {
    while (this.running < this.cores) {
      const work = this.waiting[this.next];
      if (work === undefined) return;
      this.next++;
      if (this.next === 1_024) {
        this.waiting.splice(0, this.next);
        this.next = 0;
      }
      this.running++;
      this.waited(this.agenda.now - work.since);
      this.agenda.after(work.us, () => {
        this.running--;
        this.busyUs += work.us;
        work.done();
        this.start();
      });
    }
  }
}

/** A thread: it runs one piece of work after the other, on shared CPUs. */
export class Thread {
  busyUs = 0;
  private readonly turns: { us: number; done: () => void }[] = [];
  private next = 0;
  private isRunning = false;

  constructor(private readonly processors: Processors) {}

  run(us: number, done: () => void): void {
    this.turns.push({ us, done });
    if (!this.isRunning) this.step();
  }

  private step(): void {
    const turn = this.turns[this.next];
    this.isRunning = turn !== undefined;
    if (turn === undefined) {
      this.turns.length = 0;
      this.next = 0;
      return;
    }
    this.next++;
    this.processors.run(turn.us, () => {
      this.busyUs += turn.us;
      turn.done();
      this.step();
    });
  }
}

/** Random numbers from 0 to below 1, determined by a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A pause between two independent arrivals. */
export const pauseOf = (random: () => number, mean: number): number =>
  -Math.log(1 - random()) * mean;
