import { withQuery } from '../query'
import { call, FILE_TIMEOUT_MS, parseJson } from './client'
import type { Answer, Path, Query } from './paths'

/** Sends a picture and returns the response; the screen refreshes once all are sent. */
export function sendPicture<P extends Path<'POST'>>(
  path: P,
  picture: Blob,
  query?: Query<P, 'POST'>,
): Promise<Answer<'POST', P>> {
  const contentType = picture.type.startsWith('image/') ? picture.type : 'application/octet-stream'
  const parse = parseJson<Answer<'POST', P>>
  return call({ method: 'POST', path: withQuery(path, query), body: picture, contentType, parse })
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
