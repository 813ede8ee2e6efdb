import { addPhoto, albums, photosOf } from '$lib/api/photos'
import { errorMessage } from '$lib/errors/errorMessage'
import { offerSlideshow } from '$parts/photos/showOnWall'

interface Upload {
  id: number
  name: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  error: string
}

/** Sends files one after the other, also while another screen is open. A file that failed can be sent again. */
class Uploads {
  items = $state<Upload[]>([])
  #files = new Map<number, { file: File; album: string | null }>()
  #last = 0
  #running = false

  get busy(): boolean {
    return this.items.some(({ state }) => state === 'waiting' || state === 'sending')
  }

  get done(): number {
    return this.items.filter(({ state }) => state === 'done').length
  }

  get failed(): number {
    return this.items.filter(({ state }) => state === 'failed').length
  }

  add(files: Iterable<File>, album: string | null): void {
    if (!this.busy) this.clear()
    for (const file of files) {
      const id = ++this.#last
      this.#files.set(id, { file, album })
      this.items.push({ id, name: file.name, state: 'waiting', error: '' })
    }
    void this.#run()
  }

  retry(): void {
    for (const item of this.items) if (item.state === 'failed') item.state = 'waiting'
    void this.#run()
  }

  clear(): void {
    this.items = this.items.filter(({ state }) => state === 'waiting' || state === 'sending')
    for (const id of this.#files.keys()) if (!this.items.some((item) => item.id === id)) this.#files.delete(id)
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    const wasEmpty = photosOf(null).value?.total === 0
    const changed: (string | null)[] = [null]
    for (let item = this.#next(); item; item = this.#next()) {
      const { file, album } = this.#files.get(item.id)!
      item.state = 'sending'
      try {
        await addPhoto(file, album)
        item.state = 'done'
        this.#files.delete(item.id)
        if (!changed.includes(album)) changed.push(album)
      } catch (failure) {
        item.state = 'failed'
        item.error = errorMessage(failure, file.name)
      }
    }
    this.#running = false
    for (const album of changed) void photosOf(album).refresh()
    void albums.refresh()
    if (wasEmpty && this.done > 0) void offerSlideshow()
  }

  #next(): Upload | undefined {
    return this.items.find(({ state }) => state === 'waiting')
  }
}

export const uploads = new Uploads()
