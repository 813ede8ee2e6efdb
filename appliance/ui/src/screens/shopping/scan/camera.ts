import { barcodeReader } from './reader'

/** Between two looks at the picture: a phone stays cool, and a hand is not so quick. */
const PAUSE_MS = 120

interface Watching {
  /** The picture is there. */
  onlive: () => void
  /** A barcode is in view; this is said again for as long as it is. */
  onfound: (code: string) => void
  /** `isRefused` when somebody or a setting of the browser forbids the camera. */
  onfailed: (isRefused: boolean) => void
}

/** Browsers offer it on https and localhost only. */
export const hasCamera = (): boolean =>
  isSecureContext && typeof (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia === 'function'

/** Shows the camera in a video and reads the barcodes in it, until the returned function is called. */
export function watchBarcodes(video: HTMLVideoElement, { onlive, onfound, onfailed }: Watching): () => void {
  let stream: MediaStream | undefined
  let stopped = false

  function stop() {
    stopped = true
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }

  async function watch() {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    // Closed while the browser was asking.
    if (stopped) return stop()
    video.srcObject = stream
    await video.play()
    onlive()
    const read = await barcodeReader()
    while (!stopped) {
      const code = await read(video)
      if (code && !stopped) onfound(code)
      await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    }
  }

  watch().catch((failure: unknown) => {
    if (stopped) return
    stop()
    onfailed(failure instanceof DOMException && failure.name === 'NotAllowedError')
  })
  return stop
}
