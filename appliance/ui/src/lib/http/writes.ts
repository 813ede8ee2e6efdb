/** This page's changes on their way to the server. A response that was requested meanwhile may not contain them. */
class Writes {
  #onTheirWay = 0
  #ended = 0
  #waiting: (() => void)[] = []
  #newest = new Map<string, Promise<unknown>>()

  /** Counts a write from its start to its end. Writes to one path are sent one after the other: the newest applies. */
  async track<T>(path: string, write: () => Promise<T>): Promise<T> {
    this.#onTheirWay += 1
    const earlier = this.#newest.get(path)
    const own = earlier ? earlier.then(write, write) : write()
    this.#newest.set(path, own)
    try {
      return await own
    } finally {
      if (this.#newest.get(path) === own) this.#newest.delete(path)
      this.#onTheirWay -= 1
      this.#ended += 1
      if (!this.#onTheirWay) for (const resume of this.#waiting.splice(0)) resume()
    }
  }

  /** How many writes ended so far; null while one is on its way. Two equal numbers have no write between them. */
  get ended(): number | null {
    return this.#onTheirWay ? null : this.#ended
  }

  /** Resolves when no write is on its way. */
  settled(): Promise<void> {
    return this.#onTheirWay ? new Promise((resume) => this.#waiting.push(resume)) : Promise.resolve()
  }
}

export const writes = new Writes()
