/** The browser's own reader, which TypeScript does not know: Chromium on Android and ChromeOS, and Safari, have one. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128']

type Read = (video: HTMLVideoElement) => Promise<string | undefined>

/** What reads the barcode in a frame of a video: the browser, or else WebAssembly, which is loaded then. */
export async function barcodeReader(): Promise<Read> {
  let read = (await ownReader()) ?? (await loadedReader())
  return async (video) => {
    try {
      return await read(video)
    } catch {
      // Some systems name a reader that does not work, for example Android without Google's services.
      read = await loadedReader()
      return read(video)
    }
  }
}

const loadedReader = async (): Promise<Read> => (await import('./zxing')).zxingReader()

async function ownReader(): Promise<Read | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  try {
    const supported = await BarcodeDetector?.getSupportedFormats()
    if (!BarcodeDetector || !supported?.includes('ean_13')) return undefined
    const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => supported.includes(format)) })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  } catch {
    return undefined
  }
}
