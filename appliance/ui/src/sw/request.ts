/** A server that is away may never answer. */
const ANSWER_MS = 15_000

/** The server refused a request. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    request: string,
    readonly status: number,
  ) {
    super(`${request}: ${status}`)
  }
}

/** The answer to a request with this device's key. Throws Refused. */
export async function request(key: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answer = await fetch(path, {
    method,
    headers,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Refused(`${method} ${path}`, answer.status)
  return answer.json()
}
