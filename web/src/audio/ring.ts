// Microphone frames that wait for a connection: the newest are kept, the oldest give way.

export class Ring<T> {
  private items: T[] = [];
  dropped = 0;

  constructor(readonly capacity: number) {}

  push(item: T): void {
    this.items.push(item);
    if (this.items.length > this.capacity) {
      this.items.shift();
      this.dropped++;
    }
  }

  /** Everything, oldest first; the ring is empty afterwards. */
  drain(): T[] {
    const all = this.items;
    this.items = [];
    return all;
  }

  get length(): number {
    return this.items.length;
  }
}
