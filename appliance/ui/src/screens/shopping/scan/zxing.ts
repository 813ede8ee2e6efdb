import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import address from 'zxing-wasm/reader/zxing_reader.wasm?url'

const OPTIONS: ReaderOptions = { formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128'], maxNumberOfSymbols: 1 }
/** More of a picture costs time and reads nothing more. */
const MAX_WIDTH = 1280

/** Reads barcodes in WebAssembly, for browsers that have no reader of their own. Its file is this server's. */
export async function zxingReader(): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!

  return async (video) => {
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth)
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (!width || !height) return undefined
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const [found] = await readBarcodes(context.getImageData(0, 0, width, height), OPTIONS)
    return found?.text
  }
}
