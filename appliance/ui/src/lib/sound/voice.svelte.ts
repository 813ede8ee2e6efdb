/** Reading aloud with the voices of this device. */
class Voice {
  #voices = $state.raw<readonly SpeechSynthesisVoice[]>([])
  #speaking = $state(false)

  constructor() {
    const { speechSynthesis } = globalThis
    if (!speechSynthesis) return
    // Most browsers load their voices after the page.
    const load = () => (this.#voices = speechSynthesis.getVoices())
    load()
    speechSynthesis.addEventListener?.('voiceschanged', load)
  }

  /** Whether this device can read aloud. */
  get available(): boolean {
    return this.#voices.length > 0
  }

  get speaking(): boolean {
    return this.#speaking
  }

  /** Reads sentences one after the other; long texts stop early in some browsers. */
  read(sentences: readonly string[], language: string): void {
    this.stop()
    const own = this.#voices.filter(({ lang }) => lang.slice(0, 2) === language.slice(0, 2))
    const voice = own.find(({ localService }) => localService) ?? own[0] ?? null
    this.#speaking = sentences.length > 0
    sentences.forEach((sentence, at) => {
      const utterance = new SpeechSynthesisUtterance(sentence)
      utterance.voice = voice
      utterance.lang = voice?.lang ?? language
      if (at === sentences.length - 1) utterance.onend = utterance.onerror = () => (this.#speaking = false)
      speechSynthesis.speak(utterance)
    })
  }

  stop(): void {
    this.#speaking = false
    if (this.available) speechSynthesis.cancel()
  }
}

export const voice = new Voice()
