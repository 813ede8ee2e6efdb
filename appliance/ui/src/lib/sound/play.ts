/** A tone: frequency in hertz, start and length in seconds. */
type Tone = [hertz: number, start: number, length: number]

const [C5, E5, G5, C6] = [523.25, 659.25, 783.99, 1046.5]
const CHIME: Tone[] = [
  [G5, 0, 1.4],
  [C5, 0.45, 1.8],
]
const CHEER: Tone[] = [
  [C5, 0, 0.35],
  [E5, 0.12, 0.35],
  [G5, 0.24, 0.35],
  [C6, 0.36, 0.9],
]
const RING: Tone[] = [0, 0.22, 0.44, 1, 1.22, 1.44].map((start) => [C6, start, 0.2])
const VOLUME = 0.12
const ATTACK_S = 0.02
const SILENCE = 0.0001
let context: AudioContext | undefined

export const playChime = () => play(CHIME)
export const playCheer = () => play(CHEER)

export const playRing = () => play(RING)

/** Plays soft tones. Before the first touch of a page most browsers stay silent. */
function play(tones: Tone[]): void {
  try {
    context ??= new AudioContext()
    void context.resume()
    for (const [hertz, start, length] of tones) playTone(context, hertz, context.currentTime + start, length)
  } catch {
    // A device without sound.
  }
}

function playTone(context: AudioContext, hertz: number, at: number, length: number): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(SILENCE, at)
  volume.gain.exponentialRampToValueAtTime(VOLUME, at + ATTACK_S)
  volume.gain.exponentialRampToValueAtTime(SILENCE, at + length)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + length)
}
