import { call, FILE_TIMEOUT_MS, parseJson } from './client'

/** Sends a picture and returns the response; the screen refreshes once all are sent. */
export function sendPicture<T>(path: string, picture: Blob): Promise<T> {
  const contentType = picture.type.startsWith('image/') ? picture.type : 'application/octet-stream'
  return call({ method: 'POST', path, body: picture, timeoutMs: FILE_TIMEOUT_MS, contentType, parse: parseJson<T> })
}

/** Downloads a file. */
export function readFile(path: string): Promise<Blob> {
  return call({ method: 'GET', path, timeoutMs: FILE_TIMEOUT_MS, parse: fileOf })
}

/** The file. Throws for a page: the server sends none as a file. */
async function fileOf(response: Response): Promise<Blob> {
  if (response.headers.get('Content-Type')?.includes('html')) throw new TypeError('not a file of the server')
  return response.blob()
}
